import * as E from "fp-ts/Either";
import { type Config, readConfig } from "../src/config/config";

/** Settings of a measured server: a free port, no limits per user, little logging; an embedded database without a URL. */
export const benchSettings = (dataDir: string, databaseUrl: string | undefined): NodeJS.ProcessEnv => ({
  PARLEY_DATA_DIR: dataDir,
  PARLEY_PORT: "0",
  PARLEY_CALLS_PER_MINUTE: "0",
  PARLEY_LOG_LEVEL: "error",
  DATABASE_URL: databaseUrl,
});

/** The configuration that a server reads from its settings. */
export const configOf = (settings: NodeJS.ProcessEnv): Config => {
  const config = readConfig(settings);
  if (E.isLeft(config)) throw new Error(config.left);
  return config.right;
};
