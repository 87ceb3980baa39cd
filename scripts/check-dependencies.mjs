// Fails on a dependency with a known advisory, on outdated advisories, on inexact versions, and on a lock file that
// names hosts or lacks hashes. It needs no network: advisories are in scripts/advisories.json, which `npm run
// advisories` refreshes. Usage: node scripts/check-dependencies.mjs [root]
import { join } from "node:path";
import semver from "semver";
import { advisoryFile, lockedPackages, readJson } from "./locked-packages.mjs";

const root = process.argv[2] ?? join(import.meta.dirname, "..");
const dayMilliseconds = 86_400_000;
const oldAfterDays = 30;

const { dependencies, devDependencies, overrides } = readJson(join(root, "package.json"));
const { refreshedAt, advisories, accepted } = readJson(advisoryFile(root));
const locked = lockedPackages(root);
const today = new Date().toISOString().slice(0, 10);

/** Overrides may be those of one package's own dependencies. */
const overridden = Object.entries(overrides ?? {}).flatMap(([name, version]) =>
  typeof version === "string" ? [[name, version]] : Object.entries(version),
);

const inexact = [...Object.entries({ ...dependencies, ...devDependencies }), ...overridden]
  .filter(([, version]) => semver.valid(version) === null)
  .map(
    ([name, version]) =>
      `package.json: ${name} must have one exact version; it has ${JSON.stringify(version)}`,
  );

const unlocked = locked.flatMap(({ place, resolved, integrity }) => [
  ...(resolved === undefined ? [] : [`package-lock.json: ${place} names the host it came from (resolved)`]),
  ...(integrity === undefined ? [`package-lock.json: ${place} has no hash (integrity)`] : []),
]);

const age =
  refreshedAt === null ? undefined : Math.floor((Date.now() - Date.parse(refreshedAt)) / dayMilliseconds);
const outdated =
  age === undefined || age > oldAfterDays
    ? [
        {
          id: "not-refreshed",
          words: `scripts/advisories.json: ${age === undefined ? "was never refreshed" : `is ${age} days old`}: run npm run advisories where the registry answers it [not-refreshed]`,
        },
      ]
    : [];

const hits = advisories.flatMap((advisory) =>
  locked
    .filter(
      ({ name, version }) =>
        name === advisory.package &&
        semver.satisfies(version, advisory.vulnerable, { includePrerelease: true }),
    )
    .map((found) => ({ ...advisory, found })),
);
const isAccepted = ({ id }) => accepted.some((one) => one.id === id && one.until >= today);
const vulnerable = hits
  .filter((hit) => !isAccepted(hit))
  .map(
    ({ id, severity, title, found }) =>
      `${found.name} ${found.version} (${found.place}): ${severity}, ${title} [${id}]`,
  );
const stale = accepted
  .filter(({ id, until }) => until < today || ![...hits, ...outdated].some((hit) => hit.id === id))
  .map(
    ({ id, until }) => `scripts/advisories.json: ${id} is accepted until ${until}, which is over or needless`,
  );

const old = outdated.filter((one) => !isAccepted(one)).map(({ words }) => words);

const problems = [...inexact, ...unlocked, ...vulnerable, ...old, ...stale];
for (const problem of problems) console.error(problem);

console.log(
  `${locked.length} packages checked against ${advisories.length} advisories: ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
