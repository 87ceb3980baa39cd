// Refreshes scripts/advisories.json from `npm audit`, or from a folder of advisories in the OSV format, such as a clone
// of GitHub's advisory database. Keeps what is known about packages in the lock file. Usage: node
// scripts/refresh-advisories.mjs [--from FOLDER] [root]
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { advisoryFile, lockedPackages, readJson } from "./locked-packages.mjs";

const { values, positionals } = parseArgs({ options: { from: { type: "string" } }, allowPositionals: true });
const root = positionals[0] ?? join(import.meta.dirname, "..");
const names = new Set(lockedPackages(root).map(({ name }) => name));

const fail = (line) => {
  console.error(line);
  process.exit(1);
};

const fromRegistry = () => {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--audit"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    answer = {};
  }
  if (answer.vulnerabilities === undefined)
    fail(
      `The registry doesn't answer npm audit (${answer.message ?? "no reason given"}); advisories are unchanged`,
    );
  return Object.values(answer.vulnerabilities)
    .flatMap(({ via }) => via.filter((one) => typeof one === "object"))
    .map(({ name, title, url, severity, range }) => ({
      id: url.split("/").at(-1),
      package: name,
      vulnerable: range,
      severity,
      title,
    }));
};

/** The events of a range in the order of their versions, in npm's notation for ranges. */
const npmRange = ({ ranges = [], versions = [] }) => {
  const parts = ranges.flatMap(({ events }) => {
    const spans = [];
    for (const { introduced, fixed, last_affected: last } of events) {
      if (introduced !== undefined) spans.push(introduced === "0" ? ">=0.0.0-0" : `>=${introduced}`);
      else if (fixed !== undefined) spans.push(`${spans.pop()} <${fixed}`);
      else if (last !== undefined) spans.push(`${spans.pop()} <=${last}`);
    }
    return spans;
  });
  return [...parts, ...(parts.length === 0 ? versions : [])].join(" || ");
};

const fromFolder = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".json"))
    .map((name) => readJson(join(folder, name)))
    .filter(({ withdrawn, affected }) => withdrawn === undefined && affected !== undefined)
    .flatMap(({ id, summary, database_specific: specific, affected }) =>
      affected
        .filter((one) => one.package?.ecosystem === "npm" && names.has(one.package.name))
        .map((one) => ({
          id,
          package: one.package.name,
          vulnerable: npmRange(one),
          severity: specific?.severity?.toLowerCase() ?? "unknown",
          title: summary ?? "",
        })),
    );

const known = readJson(advisoryFile(root));
const found = values.from === undefined ? fromRegistry() : fromFolder(values.from);
const keyOf = ({ id, package: name, vulnerable }) => `${name} ${id} ${vulnerable}`;
const isReplaced = ({ id, package: name }) => found.some((one) => one.id === id && one.package === name);
const advisories = [
  ...known.advisories.filter((one) => names.has(one.package) && !isReplaced(one)),
  ...found,
].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const accepted = known.accepted.filter(({ id }) => id !== "not-refreshed");
const refreshedAt = new Date().toISOString().slice(0, 10);
writeFileSync(advisoryFile(root), `${JSON.stringify({ refreshedAt, accepted, advisories }, null, 2)}\n`);
console.log(`${found.length} advisories of ${names.size} packages; ${advisories.length} are known now`);
