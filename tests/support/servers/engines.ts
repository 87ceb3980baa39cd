import { spawnSync } from "node:child_process";

/** Addresses of optional engines; undefined where they aren't running. */
export interface Engines {
  readonly redis: string | undefined;
  readonly nats: string | undefined;
}

const program = `const { hostname, port } = new URL(process.argv[1]);
const socket = require("node:net").connect(Number(port), hostname);
socket.setTimeout(1000, () => process.exit(1)).on("connect", () => process.exit(0)).on("error", () => process.exit(1));`;

const isThere = (url: string): boolean => spawnSync(process.execPath, ["-e", program, url]).status === 0;

/** Looked up at once, because tests are declared synchronously. */
export const engines = (): Engines => {
  const redis = process.env.PARLEY_TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
  const nats = process.env.PARLEY_TEST_NATS_URL ?? "nats://127.0.0.1:4222";
  return { redis: isThere(redis) ? redis : undefined, nats: isThere(nats) ? nats : undefined };
};
