import { idsIn } from "../../../../domain/collections/compact-ids";
import type { TopicEvent, TopicPlace } from "../../../../domain/events/topic-event";
import type { RealmId, UserId } from "../../../../domain/ids";
import type { TopicPolicy } from "../../../../domain/topics/topic-policy";
import { run, type Sql } from "../database/rows";

/** Users with the same policy for a topic. */
interface UsersWithPolicy {
  readonly userIds: readonly UserId[];
  readonly policy: TopicPolicy;
}

/** Sets users' policies for a topic at a time, in Unix seconds. */
export const setTopicPolicies = async (
  sql: Sql,
  realmId: RealmId,
  { channelId, topic }: TopicPlace,
  setAt: number,
  users: readonly UsersWithPolicy[],
): Promise<void> => {
  for (const { userIds, policy } of users)
    if (policy === "inherit")
      await run(
        sql,
        "DELETE FROM user_topics WHERE realm_id = ? AND user_id = ANY(?) AND channel_id = ? AND topic_key = lower(?)",
        [realmId, userIds, channelId, topic],
      );
    else
      await run(
        sql,
        `INSERT INTO user_topics (realm_id, user_id, channel_id, topic_key, topic, policy, set_at)
         SELECT h.realm_id, u.user_id, ?::bigint, lower(?), ?, ?, ?::bigint
         FROM realm_heads h, unnest(?::bigint[]) u (user_id) WHERE h.realm_id = ?
         ON CONFLICT (realm_id, user_id, channel_id, topic_key) DO UPDATE SET
           topic = excluded.topic, policy = excluded.policy, set_at = excluded.set_at`,
        [channelId, topic, topic, policy, setAt, userIds, realmId],
      );
};

/** Moves users' policies for a topic along with it. */
export const projectTopics = async (
  sql: Sql,
  realmId: RealmId,
  { from, to, carried, setAt }: TopicEvent,
): Promise<void> => {
  const ended = carried.flatMap(({ userIds, hadPolicy }) => (hadPolicy ? idsIn(userIds) : []));
  if (ended.length > 0)
    await setTopicPolicies(sql, realmId, from, setAt, [{ userIds: ended, policy: "inherit" }]);
  const given = carried.flatMap(({ userIds, policy }) =>
    policy === undefined ? [] : [{ userIds: idsIn(userIds), policy }],
  );
  await setTopicPolicies(sql, realmId, to, setAt, given);
};
