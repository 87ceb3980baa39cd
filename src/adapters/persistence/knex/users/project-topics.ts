import { idsIn } from "../../../../domain/collections/compact-ids";
import type { TopicEvent } from "../../../../domain/events/topic-event";
import type { RealmId } from "../../../../domain/ids";
import { run, type Sql } from "../database/rows";

/** Moves users' policies for a topic along with it. */
export const projectTopics = async (
  sql: Sql,
  realmId: RealmId,
  { from, to, carried, setAt }: TopicEvent,
): Promise<void> => {
  const policies = carried.flatMap(({ userIds, hadPolicy, policy }) =>
    idsIn(userIds).map((userId) => ({ userId, hadPolicy, policy })),
  );
  const ended = policies.filter(({ hadPolicy }) => hadPolicy);
  const inherited = policies.filter(({ policy }) => policy === "inherit");
  const given = policies.filter(({ policy }) => policy !== undefined && policy !== "inherit");
  for (const { place, users } of [
    { place: from, users: ended },
    { place: to, users: inherited },
  ])
    if (users.length > 0)
      await run(
        sql,
        "DELETE FROM user_topics WHERE realm_id = ? AND user_id = ANY(?) AND channel_id = ? AND topic_key = lower(?)",
        [realmId, users.map(({ userId }) => userId), place.channelId, place.topic],
      );
  if (given.length === 0) return;
  await run(
    sql,
    `INSERT INTO user_topics (realm_id, user_id, channel_id, topic_key, topic, policy, set_at)
     SELECT ?::integer, given.user_id, ?::bigint, lower(?), ?, given.policy, ?::bigint
     FROM unnest(?::bigint[], ?::text[]) AS given (user_id, policy)
     ON CONFLICT (realm_id, user_id, channel_id, topic_key) DO UPDATE SET
       topic = excluded.topic, policy = excluded.policy, set_at = excluded.set_at`,
    [
      realmId,
      to.channelId,
      to.topic,
      to.topic,
      setAt,
      given.map(({ userId }) => userId),
      given.map(({ policy }) => policy),
    ],
  );
};
