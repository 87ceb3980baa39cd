import { join } from "node:path";
import { buildName } from "../adapters/web/assets";
import type { ServerRun } from "../domain/server-run";

/** Beside the compiled server. */
export const builtClient = join(__dirname, "..", "..", "web");

/** A start of the server, now, with the web client that was built. */
export const startNow = (): ServerRun => ({
  startedAt: Math.floor(Date.now() / 1000),
  webBuild: buildName(builtClient) ?? null,
});
