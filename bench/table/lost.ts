import { setTimeout as sleep } from "node:timers/promises";
import { sendToAll } from "../fan-out/send-to-all";
import { call } from "../load";
import { childrenOf } from "../memory";
import { sendSignal, undoAtEnd } from "../program";
import type { Person } from "../seed";
import { type ServerProcess, startProcess } from "../server-process";
import { atMost, type Measured } from "./row";
import { onServer, type World } from "./world";

const senders = 16;
const sendingMilliseconds = 3000;
const askedAtOnce = 500;

/** Kills a server while people send. Returns the ids that it acknowledged. */
const killAmidSends = async (
  server: ServerProcess,
  people: readonly Person[],
): Promise<readonly number[]> => {
  const acknowledged: number[] = [];
  let isKilled = false;
  const sending = people.slice(0, senders).map(async (person) => {
    try {
      for (;;) acknowledged.push(await sendToAll(server.url, person));
    } catch (error) {
      if (!isKilled) throw error;
    }
  });
  await Promise.race([sleep(sendingMilliseconds), Promise.all(sending)]);
  isKilled = true;
  await server.kill();
  await Promise.all(sending);
  return acknowledged;
};

/** Those of some messages that a server has. */
const foundOf = async (url: string, reader: Person, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const found = new Set<number>();
  for (let first = 0; first < ids.length; first += askedAtOnce) {
    const asked = ids.slice(first, first + askedAtOnce);
    const { messages } = await call<{ readonly messages: readonly { readonly id: number }[] }>(
      `${url}/api/v1/messages`,
      "GET",
      reader,
      { message_ids: JSON.stringify(asked) },
    );
    for (const { id } of messages) found.add(id);
  }
  return found;
};

/** What the next start doesn't find of what a killed server had acknowledged. */
export const measureLost = async (world: World): Promise<readonly Measured[]> => {
  const server = await startProcess("src/main.js", world.settings);
  // Its embedded database outlives it until the next start.
  const database = childrenOf(server.pid);
  const forget = undoAtEnd(() => {
    for (const pid of database) sendSignal(pid, "SIGINT");
  });
  const acknowledged = await killAmidSends(server, world.people);
  return onServer(world, async ({ url }) => {
    forget();
    const [reader] = world.people as readonly [Person, ...Person[]];
    const found = await foundOf(url, reader, acknowledged);
    const lost = acknowledged.filter((id) => !found.has(id)).length;
    return [
      [{ what: "11 acknowledged messages lost at kill -9", digits: 0, goal: atMost(0) }, lost],
      [{ what: "  of so many", digits: 0 }, acknowledged.length],
    ];
  });
};
