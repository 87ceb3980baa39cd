import { readFileSync } from "node:fs";
import { join } from "node:path";

export const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Packages that the lock file installs from a registry, with their places below `node_modules`. */
export const lockedPackages = (root) =>
  Object.entries(readJson(join(root, "package-lock.json")).packages)
    .filter(([place, { link }]) => place !== "" && !link)
    .map(([place, { name, version, resolved, integrity, dev = false }]) => ({
      name: name ?? place.replace(/^.*node_modules\//, ""),
      place,
      version,
      resolved,
      integrity,
      dev,
    }));

/** Where advisories are stored, beside this file. */
export const advisoryFile = (root) => join(root, "scripts", "advisories.json");
