import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../src/config/config";
import { benchSettings, configOf } from "../bench-settings";
import { call } from "../load";
import { type Realm, realmCopies } from "../many-realms";
import { type Node, startNode } from "../nodes/node";
import { bigChannel, type Person, seed } from "../seed";
import { words } from "../words";
import { type Meter, meterOf } from "./meter";

/** A server on an embedded database with organizations of one size. */
export interface World {
  readonly config: Config;
  readonly server: Node;
  readonly meter: Meter;
  readonly realms: readonly Realm[];
}

const isPostgres = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres");
  } catch {
    return false;
  }
};

export interface WorldSize {
  readonly realms: number;
  readonly peopleEach: number;
  readonly processes?: number;
}

/** Runs work with such a server, and removes everything afterwards. */
export const inWorld = async <A>(size: WorldSize, work: (world: World) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "parley-simulate-"));
  chmodSync(folder, 0o711);
  try {
    const settings = { ...benchSettings(folder, undefined), PARLEY_PROCESSES: `${size.processes ?? 1}` };
    const config = configOf(settings);
    const realms = await realmCopies(config, await seed(config, size.peopleEach), size.realms);
    const server = await startNode(settings);
    try {
      return await work({ config, server, realms, meter: meterOf(server.pid, isPostgres) });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Does something a number of times, a few at once. */
export const inTurns = async (
  count: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        next += 1;
        await work(next - 1);
      }
    }),
  );
};

/** One of each request that the model knows. */
export const requestsTo = (url: string) => ({
  send: (person: Person) =>
    call<{ readonly id: number }>(`${url}/api/v1/messages`, "POST", person, {
      type: "stream",
      to: bigChannel,
      topic: "bench",
      content: words,
    }),
  presence: (person: Person) =>
    call(`${url}/api/v1/users/me/presence`, "POST", person, {
      status: "active",
      new_user_input: "false",
      last_update_id: `${Number.MAX_SAFE_INTEGER}`,
    }),
  markRead: (person: Person, messageId: number) =>
    call(`${url}/api/v1/messages/flags`, "POST", person, {
      messages: `[${messageId}]`,
      op: "add",
      flag: "read",
    }),
  history: (person: Person) =>
    call(`${url}/api/v1/messages`, "GET", person, { anchor: "newest", num_before: "50", num_after: "0" }),
  /** As a client begins: with everything. */
  register: (person: Person) => call(`${url}/api/v1/register`, "POST", person, { apply_markdown: "true" }),
  /** As a client that wants messages only, to make a queue. */
  openQueue: (person: Person) =>
    call<{ readonly queue_id: string; readonly last_event_id: number }>(
      `${url}/api/v1/register`,
      "POST",
      person,
      { event_types: '["message"]', fetch_event_types: "[]", apply_markdown: "true" },
    ),
});
