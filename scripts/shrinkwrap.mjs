// Writes npm-shrinkwrap.json, the lock without the hosts of packages, because npm packs no package-lock.json: so `npm ci` in the
// unpacked package installs the versions of dist/sbom.json. `--remove` removes it after packing, because `npm ci` would prefer it here,
// too. It has what only development needs as well: `npm ci` refuses a lock without it, even with `--omit=dev`.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./locked-packages.mjs";

const [mode, folder] = process.argv.slice(2);
const root = folder ?? join(import.meta.dirname, "..");
const shrinkwrap = join(root, "npm-shrinkwrap.json");

const write = () => {
  const lock = readJson(join(root, "package-lock.json"));
  // Who installs it may use another registry: the hash says what a package is.
  const packages = Object.entries(lock.packages).map(([place, { resolved, ...one }]) => [place, one]);
  writeFileSync(
    shrinkwrap,
    `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`,
  );
};

if (mode === "--write") write();
else if (mode === "--remove") rmSync(shrinkwrap, { force: true });
else throw new Error("Say --write or --remove");
