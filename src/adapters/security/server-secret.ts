import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../domain/codec/caught";
import { openDataFolder } from "../system/data-folder";

const shortest = 32;

const fileIn = (dataDir: string): string => join(dataDir, "secret");

const secretOf = (file: string): string => {
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < shortest)
    throw new Error(`${file} is damaged: it must hold ${shortest} characters or more`);
  return secret;
};

/** The secret in the data folder, if it has one. */
export const storedSecret = (dataDir: string): string | undefined => {
  const file = fileIn(dataDir);
  return existsSync(file) ? secretOf(file) : undefined;
};

/**
 * Reads the secret in the data folder, and creates it at the first start. Nodes share a secret with PARLEY_SECRET
 * instead.
 */
export const serverSecret = (dataDir: string): string => {
  const file = fileIn(openDataFolder(dataDir));
  try {
    writeFileSync(file, randomBytes(shortest).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return secretOf(file);
};
