import { benchSettings, configOf } from "../bench-settings";
import { beside } from "../beside";
import { sendToAll } from "../fan-out/send-to-all";
import { makeHistory } from "../history";
import { isolated } from "../isolated";
import { type Person, seed } from "../seed";
import { type ServerProcess, startProcess } from "../server-process";
import { spreadFinds } from "./spread-finds";

const channels = 1000;
const unread = 5000;
const people = 100;
const marked = 100;
const moved = 50;

export interface World {
  readonly server: ServerProcess;
  readonly reader: Person;
  /** Somebody in none of the channels with a history. */
  readonly outsider: Person;
  /** Has written a twentieth of all messages. */
  readonly sender: Person;
  /** Has written fifty messages. */
  readonly rareSender: Person;
  /** The newest messages of a channel that everybody is in, ascending. */
  readonly newest: readonly number[];
  /** A message of a topic with `moved` messages. */
  readonly inTopic: number;
}

/** Makes an organization with that many messages, and serves it. */
export const inWorld = (messages: number, work: (world: World) => Promise<void>): Promise<void> =>
  isolated(process.env.DATABASE_URL, async (dataDir, databaseUrl) => {
    const settings = benchSettings(dataDir, databaseUrl);
    const { people: everybody, realmId } = await seed(configOf(settings), people);
    const [reader, other, rareSender, sender, ...others] = everybody as readonly [
      Person,
      Person,
      Person,
      Person,
      ...Person[],
    ];
    const outsider = others.at(-1) ?? other;
    await beside(configOf(settings), async (connection) => {
      await makeHistory(connection, realmId, [reader], other, { channels, messages, unread });
      await spreadFinds(connection, realmId, messages, [reader, other, rareSender, sender, ...others]);
    });
    const server = await startProcess("src/main.js", settings);
    try {
      const newest: number[] = [];
      while (newest.length < marked)
        newest.push(await sendToAll(server.url, other, { topic: "marked", content: "hello" }));
      let inTopic = 0;
      for (let count = 0; count < moved; count += 1)
        inTopic = await sendToAll(server.url, other, { topic: "moved", content: "hello" });
      await work({ server, reader, outsider, sender, rareSender, newest, inTopic });
    } finally {
      await server.stop();
    }
  });
