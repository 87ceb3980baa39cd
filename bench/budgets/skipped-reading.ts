import type { ConnectionSettings } from "../../src/adapters/persistence/knex/database/database";
import { firstChannel, onConnection } from "../history";
import type { Person } from "../seed";
import type { Expensive } from "./expensive";

const channelId = firstChannel + 1;
/** They have read every fourth message of a channel with a fifth of all messages. */
const step = 4;

/** Lets somebody read one message and skip the next ones: 50,000 times in a channel of 200,000 messages. */
export const skipWhileReading = async (
  connection: ConnectionSettings,
  realmId: number,
  { id }: Person,
): Promise<void> =>
  onConnection(connection, async (client) => {
    await client.query(
      `INSERT INTO subscriptions (realm_id, user_id, channel_id, is_active, color, is_muted, pin_to_top, received)
       VALUES ($1, $2, $3, true, '#76ce90', false, false, '{[1,)}')`,
      [realmId, id, channelId],
    );
    await client.query(
      `INSERT INTO read_states (realm_id, user_id, conversation_id, read)
       SELECT $1::integer, $2::bigint, $3::bigint, range_agg(int8range(id, id + 1)) FROM (
         SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM messages WHERE realm_id = $1 AND conversation_id = $3
       ) m WHERE place % ${step} = 0`,
      [realmId, id, channelId],
    );
    await client.query("VACUUM (ANALYZE) subscriptions, read_states");
  });

const narrow = [{ operator: "channel", operand: channelId }];
const page = { anchor: "newest", num_before: 100, num_after: 0, narrow };

/** What somebody asks for who has read one message and skipped the next ones. */
export const afterSkipping: readonly Expensive[] = [
  {
    cost: "messages",
    title: "a page of a channel, for somebody who has read 50,000 ranges of it",
    method: "GET",
    at: "/messages",
    form: () => page,
    by: "skipper",
  },
  {
    cost: "messages",
    title: "a page of what they have read, of 50,000 ranges",
    method: "GET",
    at: "/messages",
    form: () => ({ ...page, narrow: [...narrow, { operator: "is", operand: "unread", negated: true }] }),
    by: "skipper",
  },
  {
    cost: "messages",
    title: "a page of their unread messages, between 50,000 ranges",
    method: "GET",
    at: "/messages",
    form: () => ({ ...page, narrow: [...narrow, { operator: "is", operand: "unread" }] }),
    by: "skipper",
  },
  {
    cost: "bulk",
    title: "marking a message as read, for somebody who has read 50,000 ranges",
    method: "POST",
    at: "/messages/flags",
    form: ({ skipped }) => ({ messages: [skipped], op: "add", flag: "read" }),
    by: "skipper",
  },
  {
    cost: "bulk",
    title: "marking 5,000 messages as read, between 50,000 ranges",
    method: "POST",
    at: "/messages/flags/narrow",
    form: () => ({ anchor: "newest", num_before: 5000, num_after: 0, op: "add", flag: "read", narrow }),
    by: "skipper",
  },
  {
    cost: "register",
    title: "a registration, for somebody who has read 50,000 ranges",
    method: "POST",
    at: "/register",
    form: () => ({}),
    by: "skipper",
  },
];
