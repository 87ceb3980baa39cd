import type autocannon from "autocannon";
import { Client } from "pg";
import { rendererVersion } from "../src/adapters/markdown/renderer-version";
import type { ConnectionSettings } from "../src/adapters/persistence/knex/database/database";
import { asEach, call, carried, formHeader, median, throughput } from "./load";
import { bigChannel, type Person, smallChannel } from "./seed";
import { words } from "./words";

const connections = 16;
const seconds = 8;
const bareRealm = 1_000_000;

/** For a number of seconds, or for an amount of messages. */
interface SendLoad {
  readonly connections: number;
  readonly duration?: number;
  readonly amount?: number;
}

const sends = (url: string, people: readonly Person[], load: SendLoad): autocannon.Options => ({
  url: `${url}/api/v1/messages`,
  ...load,
  method: "POST",
  body: new URLSearchParams({ type: "stream", to: bigChannel, topic: "bench", content: words }).toString(),
  setupClient: asEach(people, formHeader),
});

/** Messages sent per second, one request each, over as many connections of different people. */
export const sendsPerSecond = (
  url: string,
  people: readonly Person[],
  load: SendLoad = { connections, duration: seconds },
): Promise<number> => throughput(sends(url, people, load));

/** Like `sendsPerSecond`, on a server that may be too busy. Also says how many messages it refused. */
export const sendsCarried = (
  url: string,
  people: readonly Person[],
  load: SendLoad,
): ReturnType<typeof carried> => carried(sends(url, people, load));

const message = `INSERT INTO messages (realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
  renderer_version, sent_at, client, read_by_sender) VALUES ($1, $2, 3, 3, 'bench', 5, $3, $4, ${rendererVersion}, $5, 'bench', false)`;
const logged = "INSERT INTO events (realm_id, position, logged_at, event) VALUES ($1, $2, $3, $4)";

interface Rows {
  readonly id: number;
  readonly rendered: string;
  readonly event: string;
}

/** A transaction of two inserts for each message, as a simple program would write it. */
const inTransaction = async (client: Client, { id, rendered, event }: Rows): Promise<void> => {
  await client.query("BEGIN");
  await client.query(message, [bareRealm, id, words, rendered, Date.now()]);
  await client.query(logged, [bareRealm, id, Date.now(), event]);
  await client.query("COMMIT");
};

/** Both inserts in one prepared statement: the lowest cost of inserting row by row. */
const inOneStatement = async (client: Client, { id, rendered, event }: Rows): Promise<void> => {
  const values = [bareRealm, id, words, rendered, Date.now(), event];
  const both = `WITH sent AS (${message}) ${logged.replace("$3, $4", "$5, $6")}`;
  await client.query({ name: "both", text: both, values });
};

export const bareInserts = { inTransaction, inOneStatement };

/** How many pairs of the same rows, a message and its event, bare `pg` inserts per second over as many connections. */
export const bareInsertsPerSecond = async (
  connection: ConnectionSettings,
  insert: (client: Client, rows: Rows) => Promise<void>,
): Promise<number> => {
  const open = async () => {
    const client = new Client(
      typeof connection === "string" ? { connectionString: connection } : { ...connection },
    );
    await client.connect();
    return client;
  };
  const clients = await Promise.all(Array.from({ length: connections }, open));
  const [first] = clients;
  const sample = await first?.query("SELECT event FROM events WHERE event->>'type' = 'message_sent' LIMIT 1");
  const event = JSON.stringify(sample?.rows[0].event);
  const rendered = sample?.rows[0].event.message.renderedContent as string;
  const until = performance.now() + seconds * 1000;
  let id = 0;
  const began = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        id += 1;
        await insert(client, { id, rendered, event });
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  await first?.query("DELETE FROM messages WHERE realm_id = $1", [bareRealm]);
  await first?.query("DELETE FROM events WHERE realm_id = $1", [bareRealm]);
  await Promise.all(clients.map((client) => client.end()));
  return id / took;
};

/** Median milliseconds of a send to a channel of 10,000 and to one of 10, in alternation. */
export const sendTimes = async (url: string, sender: Person): Promise<{ big: number; small: number }> => {
  const times: Record<string, number[]> = { [bigChannel]: [], [smallChannel]: [] };
  for (let round = 0; round < 300; round += 1)
    for (const to of [bigChannel, smallChannel]) {
      const began = performance.now();
      await call(`${url}/api/v1/messages`, "POST", sender, {
        type: "stream",
        to,
        topic: "bench",
        content: words,
      });
      times[to]?.push(performance.now() - began);
    }
  return { big: median(times[bigChannel] ?? []), small: median(times[smallChannel] ?? []) };
};
