import { existsSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** How to run a command here: in a clone, from the npm package, or in the container image. */
export const commandIn = (folder: string, exists: (path: string) => boolean): string => {
  // Elsewhere, npx would fetch somebody else's package of that name.
  if (folder.includes(`${sep}node_modules${sep}`)) return "npx --no-install parley";
  const root = resolve(folder, "..", "..");
  // Compiled, this is one folder deeper.
  const has = (...path: readonly string[]) => [root, dirname(root)].some((one) => exists(join(one, ...path)));
  if (has("scripts", "run.mjs")) return "npm run parley --";
  // The image has no bin.
  return has("bin", "parley.mjs") ? "npx --no-install parley" : "node dist/src/cli/parley.js";
};

/** What operators write before the name of a command, such as `config`. */
export const parleyCommand = commandIn(__dirname, existsSync);
