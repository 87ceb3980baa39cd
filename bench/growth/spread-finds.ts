import type { ConnectionSettings } from "../../src/adapters/persistence/knex/database/database";
import { firstChannel, onConnection } from "../history";
import type { Person } from "../seed";

/** How many messages have each rare item. */
const finds = 50;
/** One message in this many has the common items. */
const commonStep = 20;

export const rareWord = "kumquat";
export const rareTopic = "rare";
export const rarePhrase = "lemon melon";
/** A channel with a fifth of all messages. */
export const busyChannel = firstChannel + 1;
/** Topics of the busy channel that the reader follows, with a quarter of its messages. */
const followedTopics = Array.from({ length: 10 }, (_, index) => `topic ${index * 4}`);

const link = '<p><a href="https://example.com/">example</a></p>';
const file = '<p><a href="/user_uploads/1/a/b.txt">b.txt</a></p>';
const image = '<p><img class="inline-image" src="/user_uploads/thumbnail/1/a/b.png"></p>';
const reaction = (userId: number): string =>
  JSON.stringify([{ userId, emoji: { name: "tada", code: "1f389", kind: "unicode" } }]);

/** What messages are changed to; each is spread over all history. */
const rare = (sender: Person, other: Person): readonly (readonly [change: string, value: unknown])[] => [
  ["content = content || ' ' || $1", rareWord],
  ["content = content || ' ' || $1", rarePhrase],
  ["rendered_content = $1", file],
  ["rendered_content = $1", image],
  ["rendered_content = $1", `${link}${file}`],
  ["reactions = $1::jsonb", reaction(other.id)],
  ["topic = $1", rareTopic],
  ["topic = '✔ ' || $1", "done"],
  ["sender_id = $1", sender.id],
];
const common = (senders: readonly Person[]): readonly (readonly [change: string, value: unknown])[] => [
  ["rendered_content = $1", link],
  ["content = content || ' lemon, not a ' || $1", "melon"],
  ...senders.map(({ id }) => ["sender_id = $1", id] as const),
];

/**
 * Plants the rare items that searches look for in fifty messages each, spread over the whole history that `makeHistory` made, and the
 * common items in one message of twenty. A large organization thus has as many rare matches as a small one, farther apart.
 */
export const spreadFinds = async (
  connection: ConnectionSettings,
  realmId: number,
  messages: number,
  [reader, other, ...senders]: readonly [Person, Person, ...Person[]],
): Promise<void> =>
  onConnection(connection, async (client) => {
    const [rareSender = other, ...commonSenders] = senders;
    // Shares no factor with `commonStep`, so one in twenty rare messages has something common as well.
    const rareStep = messages / finds + 1;
    const change = (what: string, value: unknown, step: number, offset: number) =>
      client.query(
        `UPDATE messages SET ${what} WHERE realm_id = $2::integer AND channel_id > $3::bigint AND id % $4::bigint = $5::bigint`,
        [value, realmId, firstChannel, step, offset],
      );
    for (const [index, [what, value]] of common(commonSenders.slice(0, 8)).entries())
      await change(what, value, commonStep, index);
    for (const [index, [what, value]] of rare(rareSender, other).entries())
      await change(what, value, rareStep, index * 13);
    await client.query(
      `INSERT INTO message_marks (realm_id, user_id, flag, message_id)
       SELECT realm_id, $2, flag, id FROM messages, unnest('{starred,mentioned}'::text[]) flag
       WHERE realm_id = $1 AND id % $3::bigint = length(flag)`,
      [realmId, reader.id, rareStep],
    );
    await client.query(
      `INSERT INTO user_topics (realm_id, user_id, channel_id, topic_key, topic, policy, set_at)
       SELECT $1, $2, $3, topic, topic, 'followed', 1700000000 FROM unnest($4::text[]) topic`,
      [realmId, reader.id, busyChannel, [...followedTopics, rareTopic]],
    );
    await client.query("VACUUM (ANALYZE)");
  });
