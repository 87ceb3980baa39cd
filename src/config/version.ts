import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const packageOf = (folder: string): string => {
  const file = join(folder, "package.json");
  return existsSync(file) ? file : packageOf(dirname(folder));
};

/** The version in Parley's package.json, which is nearer or further depending on who compiled this. */
export const version: string = JSON.parse(readFileSync(packageOf(__dirname), "utf8")).version;
