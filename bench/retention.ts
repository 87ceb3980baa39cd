import { Client } from "pg";
import { rendererVersion } from "../src/adapters/markdown/renderer-version";
import type { ConnectionSettings } from "../src/adapters/persistence/knex/database/database";
import { call, percentile } from "./load";
import { bigChannel, type Person, smallChannel } from "./seed";

const oldMessages = 200_000;
const yearSeconds = 365 * 86_400;

/** Gives the small channel a long past, and a retention limit that expires it. */
export const makePast = async (connection: ConnectionSettings, realmId: number): Promise<void> => {
  const client = new Client(
    typeof connection === "string" ? { connectionString: connection } : { ...connection },
  );
  await client.connect();
  // Ids below those in use, because these messages are older.
  await client.query(
    `INSERT INTO messages (realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
       renderer_version, sent_at, client, read_by_sender)
     SELECT c.realm_id, -n, c.conversation_id, c.id, 'past', 1, 'old', '<p>old</p>', ${rendererVersion}, $3, 'bench', false
     FROM channels c, generate_series(1, $4::integer) n WHERE c.realm_id = $1 AND c.name = $2`,
    [realmId, smallChannel, Math.floor(Date.now() / 1000) - yearSeconds, oldMessages],
  );
  await client.query("UPDATE channels SET message_retention_days = 30 WHERE realm_id = $1 AND name = $2", [
    realmId,
    smallChannel,
  ]);
  // The server does this on its own when a table has grown.
  await client.query("ANALYZE messages");
  await client.end();
};

/** Milliseconds of sends while a freshly started server archives that past: the median and the slowest. */
export const sendsMeanwhile = async (
  url: string,
  sender: Person,
  connection: ConnectionSettings,
  realmId: number,
): Promise<{ archived: number; seconds: number; p50: number; p99: number; longest: number }> => {
  const client = new Client(
    typeof connection === "string" ? { connectionString: connection } : { ...connection },
  );
  await client.connect();
  const left = async (): Promise<number> => {
    const { rows } = await client.query(
      "SELECT count(*)::integer AS count FROM messages WHERE realm_id = $1 AND id < 0",
      [realmId],
    );
    return rows[0].count;
  };
  const send = () =>
    call(`${url}/api/v1/messages`, "POST", sender, {
      type: "stream",
      to: bigChannel,
      topic: "meanwhile",
      content: "hello",
    });
  // The first call waits for the realm to be loaded.
  await send();
  const times: number[] = [];
  const began = performance.now();
  let counted = 0;
  for (;;) {
    const at = performance.now();
    await send();
    times.push(performance.now() - at);
    if (performance.now() - began > (counted + 1) * 500) {
      counted += 1;
      if ((await left()) === 0) break;
    }
  }
  const seconds = (performance.now() - began) / 1000;
  await client.end();
  return {
    archived: oldMessages,
    seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    longest: Math.max(...times),
  };
};
