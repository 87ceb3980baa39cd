import { TopicPolicy } from "../wire/numbers";
import type { UserTopic } from "../wire/wire";
import { keyOf, topicPlace } from "./place";
import { mapBy, ownSet, type Slice, withEntry, withoutEntries } from "./slice";

const topicKey = (topic: UserTopic): string => keyOf(topicPlace(topic.stream_id, topic.topic_name));

/** The user's topic policies, by place; those that inherit from the channel are left out. */
export const topicPolicies: Slice<ReadonlyMap<string, UserTopic>> = {
  start: ({ user_topics }) => mapBy(user_topics, topicKey),
  next: (state, event) => {
    if (event.type !== "user_topic") return state;
    const { stream_id, topic_name, visibility_policy } = event;
    return visibility_policy === TopicPolicy.inherit
      ? withoutEntries(state, [topicKey(event)])
      : withEntry(state, topicKey(event), { stream_id, topic_name, visibility_policy });
  },
};

/** Users that the user has muted. */
export const mutedUsers: Slice<ReadonlySet<number>> = {
  start: ({ muted_users }) => new Set(muted_users.map(({ id }) => id)),
  next: (state, event) =>
    event.type === "muted_users" ? new Set(event.muted_users.map(({ id }) => id)) : state,
};

/** Ids of starred messages. */
export const starred: Slice<ReadonlySet<number>> = {
  start: ({ starred_messages }) => new Set(starred_messages),
  next: (state, event) => {
    if (event.type === "delete_message") {
      const gone = event.message_ids.filter((id) => state.has(id));
      if (gone.length === 0) return state;
      const left = ownSet(state);
      for (const id of gone) left.delete(id);
      return left;
    }
    if (event.type !== "update_message_flags" || event.flag !== "starred") return state;
    const next = ownSet(state);
    for (const id of event.messages) event.op === "add" ? next.add(id) : next.delete(id);
    return next;
  },
};

/** The user's settings, under their API names. */
export const settings: Slice<Readonly<Record<string, unknown>>> = {
  start: ({ user_settings }) => user_settings,
  next: (state, event) =>
    event.type === "user_settings" ? { ...state, [event.property]: event.value } : state,
};

/** The newest message of each direct-message conversation, by its key. */
export const directs: Slice<
  ReadonlyMap<string, { readonly userIds: readonly number[]; readonly newest: number }>
> = {
  start: ({ recent_private_conversations, user_id }) =>
    new Map(
      recent_private_conversations.map(({ user_ids, max_message_id }) => {
        const userIds = [...new Set([...user_ids, user_id])].sort((a, b) => a - b);
        return [keyOf({ kind: "direct", userIds }), { userIds, newest: max_message_id }];
      }),
    ),
  next: (state, event) => {
    if (event.type !== "message" || typeof event.message.display_recipient === "string") return state;
    const userIds = event.message.display_recipient.map(({ id }) => id).sort((a, b) => a - b);
    return withEntry(state, keyOf({ kind: "direct", userIds }), { userIds, newest: event.message.id });
  },
};
