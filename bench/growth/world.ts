import { benchSettings, configOf } from "../bench-settings";
import { beside } from "../beside";
import { makeHistory } from "../history";
import { isolated } from "../isolated";
import { call } from "../load";
import { bigChannel, type Person, seed } from "../seed";
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

interface Sent {
  readonly id: number;
}

/** Sends a message to a channel that everybody is in. */
export const say = async (
  { url }: ServerProcess,
  person: Person,
  topic: string,
  content: string,
): Promise<number> => {
  const form = { type: "stream", to: bigChannel, topic, content };
  return (await call<Sent>(`${url}/api/v1/messages`, "POST", person, form)).id;
};

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
        newest.push(await say(server, other, "marked", `hello ${newest.length}`));
      let inTopic = 0;
      for (let count = 0; count < moved; count += 1) inTopic = await say(server, other, "moved", "hello");
      await work({ server, reader, outsider, sender, rareSender, newest, inTopic });
    } finally {
      await server.stop();
    }
  });
