import { join } from "node:path";
import { buildName } from "../../adapters/web/assets";
import type { ServerRun } from "../../domain/realm/server-run";

/** The client's build folder, next to the compiled server. */
export const builtClient = join(__dirname, "..", "..", "..", "web");

/** A server start, now, with the current build of the web client. */
export const startNow = (): ServerRun => ({
  startedAt: Math.floor(Date.now() / 1000),
  webBuild: buildName(builtClient) ?? null,
});
