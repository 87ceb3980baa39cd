import { Client } from "pg";
import { rendererVersion } from "../src/adapters/markdown/renderer-version";
import type { ConnectionSettings } from "../src/adapters/persistence/knex/database/database";
import { botCodec, newBot } from "../src/domain/bots/bot";
import { stored } from "../src/domain/codec/stored";
import { call, fetchBytes, median } from "./load";
import type { Person } from "./seed";

const channels = 1000;
const messages = 1_000_000;
const unread = 50_000;
export const firstChannel = 100_000;

/** How many messages there are, and how many the reader hasn't read. */
interface Size {
  readonly channels: number;
  readonly messages: number;
  readonly unread: number;
}

type Readers = readonly [Person, ...Person[]];

/** Works with a database on a connection of its own. */
export const onConnection = async (
  connection: ConnectionSettings,
  work: (client: Client) => Promise<void>,
): Promise<void> => {
  const client = new Client(
    typeof connection === "string" ? { connectionString: connection } : { ...connection },
  );
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Fills a realm, while no server runs on it, with direct messages of two people and a thousand channels. By default they hold a million
 * messages, a fifth of them in one channel. The readers are in all channels. Each has fifty thousand unread messages: the first one,
 * who also takes part in the direct messages, and others without these.
 */
export const makeHistory = async (
  connection: ConnectionSettings,
  realmId: number,
  readers: Readers,
  other: Person,
  size: Size = { channels, messages, unread },
): Promise<void> => onConnection(connection, (client) => fillHistory(client, realmId, readers, other, size));

const fillHistory = async (
  client: Client,
  realmId: number,
  readers: Readers,
  other: Person,
  { channels, messages, unread }: Size,
): Promise<void> => {
  const [reader] = readers;
  const readerIds = readers.map(({ id }) => id);
  const run = (text: string, values: readonly unknown[]) => client.query(text, values as unknown[]);
  const { rows } = await run("SELECT message_id FROM realm_heads WHERE realm_id = $1", [realmId]);
  const base = rows[0].message_id;
  await run(
    `INSERT INTO channels (realm_id, id, conversation_id, name, description, rendered_description, privacy,
       history_public_to_subscribers, is_archived, creator_id, created_at, topics_policy, permissions)
     SELECT realm_id, $2::bigint + n, $2::bigint + n, 'channel ' || n, '', '', privacy, true, false, 1, created_at, topics_policy, permissions
     FROM channels, generate_series(1, $3::integer) n WHERE realm_id = $1 AND name = 'general'`,
    [realmId, firstChannel, channels],
  );
  await run(`INSERT INTO direct_conversations (realm_id, id, participants_key) VALUES ($1, $2, $3)`, [
    realmId,
    firstChannel * 10,
    [reader.id, other.id].sort((a, b) => a - b).join(","),
  ]);
  await run(
    `INSERT INTO direct_participants (realm_id, user_id, conversation_id) SELECT $1::integer, unnest($2::bigint[]), $3::bigint`,
    [realmId, [reader.id, other.id], firstChannel * 10],
  );
  await run(
    `INSERT INTO messages (realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
       renderer_version, sent_at, client, read_by_sender)
     SELECT $1::integer, $2::bigint + n, place, CASE WHEN n % 100 = 7 THEN NULL ELSE place END,
       CASE WHEN n % 100 = 7 THEN '' ELSE 'topic ' || n % 40 END, $5::bigint,
       'message ' || n || CASE WHEN n % 5000 = 0 THEN ' pineapple' ELSE ' apple' END, '<p>message</p>',
       ${rendererVersion}, 1700000000 + n, 'bench', false
     FROM generate_series(1, $3::integer) n
     CROSS JOIN LATERAL (SELECT CASE WHEN n % 100 = 7 THEN $4::bigint * 10
       WHEN n % 5 = 0 THEN $4::bigint + 1 ELSE $4::bigint + 1 + n % ${channels} END AS place) p`,
    [realmId, base, messages, firstChannel, other.id],
  );
  await run(
    `INSERT INTO subscriptions (realm_id, user_id, channel_id, is_active, color, is_muted, pin_to_top, received)
     SELECT $1::integer, unnest($2::bigint[]), id, true, '#76ce90', false, false, '{[1,)}' FROM channels
     WHERE realm_id = $1 AND id > $3::bigint`,
    [realmId, readerIds, firstChannel],
  );
  await run(
    `INSERT INTO read_states (realm_id, user_id, conversation_id, read)
     SELECT $1::integer, unnest($2::bigint[]), id, int8multirange(int8range(0, $4)) FROM channels
       WHERE realm_id = $1 AND id > $3::bigint
     UNION ALL SELECT $1::integer, $5::bigint, $3::bigint * 10, int8multirange(int8range(0, $4))`,
    [realmId, readerIds, firstChannel, base + messages - unread, reader.id],
  );
  await run("UPDATE realm_heads SET message_id = $2 WHERE realm_id = $1", [realmId, base + messages]);
  // Autovacuum does so within a minute or two of a running server.
  await client.query("VACUUM (ANALYZE)");
};

/** Sends a message to each of many new topics of a channel. */
export const makeTopics = async (
  connection: ConnectionSettings,
  realmId: number,
  { id: senderId }: Person,
  channelId: number,
  topics: number,
): Promise<void> =>
  onConnection(connection, async (client) => {
    await client.query(
      `INSERT INTO messages (realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, sent_at, client, read_by_sender)
       SELECT realm_id, message_id + n, $2::bigint, $2::bigint, 'one of many topics: ' || md5(n::text), $3::bigint, 'x', '<p>x</p>',
         ${rendererVersion}, 1800000000, 'bench', true
       FROM realm_heads, generate_series(1, $4::integer) n WHERE realm_id = $1`,
      [realmId, channelId, senderId, topics],
    );
    await client.query("UPDATE realm_heads SET message_id = message_id + $2 WHERE realm_id = $1", [
      realmId,
      topics,
    ]);
    await client.query("VACUUM (ANALYZE) messages");
  });

const botCount = 500;
const messagesOfBot = 100;

/** Gives somebody as many bots as anybody may have, and makes them the senders of the oldest messages. */
export const makeBots = async (
  connection: ConnectionSettings,
  realmId: number,
  ownerId: number,
): Promise<void> =>
  onConnection(connection, async (client) => {
    const bot = JSON.stringify(stored(botCodec, newBot("generic", ownerId)));
    await client.query(
      `INSERT INTO users SELECT made.* FROM users u, generate_series(1, $3::integer) n,
         jsonb_populate_record(u, jsonb_build_object('id', $4::bigint + n, 'full_name', 'Bot ' || n,
           'email', 'bot' || n || '@example.com', 'bot', $5::jsonb)) made
       WHERE u.realm_id = $1 AND u.id = $2`,
      [realmId, ownerId, botCount, firstChannel, bot],
    );
    await client.query(
      "UPDATE realm_heads SET ids = ids || jsonb_build_object('user', $2::bigint) WHERE realm_id = $1",
      [realmId, firstChannel + botCount],
    );
    await client.query(
      `UPDATE messages SET sender_id = $2::bigint + n FROM (
         SELECT id, 1 + row_number() OVER (ORDER BY id) % $3 AS n FROM messages WHERE realm_id = $1
         ORDER BY id LIMIT $4) oldest
       WHERE realm_id = $1 AND messages.id = oldest.id`,
      [realmId, firstChannel, botCount, botCount * messagesOfBot],
    );
    await client.query("ANALYZE");
  });

const rounds = 15;

const medianOf = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
};

/** Median milliseconds to fetch a hundred messages by narrow: from the newest, and in the middle. */
type FetchTime = readonly [what: string, newest: number, middle: number];

const timesOf = async (
  url: string,
  reader: Person,
  narrows: readonly (readonly [what: string, narrow: readonly object[]])[],
): Promise<readonly FetchTime[]> => {
  const results: FetchTime[] = [];
  for (const [what, narrow] of narrows) {
    const fetch = (anchor: string) => () =>
      call(`${url}/api/v1/messages`, "GET", reader, {
        anchor,
        num_before: "50",
        num_after: "50",
        narrow: JSON.stringify(narrow),
      });
    await fetch("newest")();
    results.push([what, await medianOf(fetch("newest")), await medianOf(fetch(String(messages / 2)))]);
  }
  return results;
};

const busyChannel = { operator: "channel", operand: firstChannel + 1 };
const commonWord = { operator: "search", operand: "apple" };

/** Fetches by a reader who is in all channels, and by one who is in none of the busy ones. */
export const fetchTimes = async (
  url: string,
  reader: Person,
  other: Person,
  outsider: Person,
): Promise<readonly FetchTime[]> => [
  ...(await timesOf(url, reader, [
    ["everything", []],
    ["a channel of 200,000 messages", [busyChannel]],
    ["a topic of that channel", [busyChannel, { operator: "topic", operand: "topic 5" }]],
    ["direct messages with somebody", [{ operator: "dm", operand: [other.id] }]],
    ["a search for a rare word", [{ operator: "search", operand: "pineapple" }]],
    ["a search for a common word", [commonWord]],
    ["unread messages", [{ operator: "is", operand: "unread" }]],
    ["followed topics", [{ operator: "is", operand: "followed" }]],
    ["messages with links", [{ operator: "has", operand: "link" }]],
    ["a topic of any channel", [{ operator: "topic", operand: "topic 5" }]],
  ])),
  ...(await timesOf(url, outsider, [
    ["everything, for somebody in no busy channel", []],
    ["  what they haven't muted", [{ operator: "in", operand: "home" }]],
    ["  messages of somebody whom they don't see", [{ operator: "sender", operand: other.id }]],
    ["  a search for a common word", [commonWord]],
  ])),
];

interface Changed {
  readonly updated_count: number;
}

/** Milliseconds to mark 5,000 messages read by narrow, and to register with 50,000 unread. */
export const heavyTimes = async (
  url: string,
  reader: Person,
): Promise<{ flags: number; register: number }> => {
  // Until the last byte: parsing six megabytes is the client's time.
  const register = await medianOf(() => fetchBytes(`${url}/api/v1/register`, "POST", reader, {}));
  const began = performance.now();
  const { updated_count } = await call<Changed>(`${url}/api/v1/messages/flags/narrow`, "POST", reader, {
    anchor: "first_unread",
    num_before: "0",
    num_after: "5000",
    op: "add",
    flag: "read",
    narrow: JSON.stringify([{ operator: "is", operand: "unread" }]),
  });
  const flags = performance.now() - began;
  if (updated_count < 5000) throw new Error(`Only ${updated_count} messages were marked`);
  return { flags, register };
};
