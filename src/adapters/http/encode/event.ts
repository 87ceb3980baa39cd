import { noActivity } from "../../../application/channels/channel-activity";
import type { ChannelHistory, LoggedEvent, RealmEvent } from "../../../domain/event";
import { type EventQueue, eventIdAt } from "../../../domain/event-queue";
import type { Message } from "../../../domain/message";
import type { Flag } from "../../../domain/read-state";
import type { RealmState } from "../../../domain/realm-state";
import type { User } from "../../../domain/user";
import type { RealmFacts } from "../request-context";
import { encodeChannel, encodeSubscription } from "./channel";
import { emptyTopicName, encodeMessage } from "./message";
import type { Presentation } from "./presentation";
import { encodeRealm } from "./realm";
import { encodeUser, type Reader } from "./user";
import { encodeUserGroup } from "./user-group";

/** For which queue an event is written. */
export interface EventReader {
  readonly queue: EventQueue;
  readonly presentation: Presentation;
  readonly user: User;
  readonly realm: RealmFacts;
  readonly state: RealmState;
}

/** JSON text of events by what makes one reader's text differ from another's. */
const written = new WeakMap<RealmEvent, Map<string, string>>();

/**
 * An event as a queue delivers it, in JSON. A message is written once for all who see it alike: only its id
 * and flags are added for each queue. Undefined where the wire has no word for the event.
 */
export const encodeEvent = ({ position, event }: LoggedEvent, reader: EventReader): string | undefined => {
  const id = eventIdAt(position);
  if (event.type === "message_sent") return encodeSent(event, reader, id);
  const body = encodeBody(event, reader);
  return body && JSON.stringify({ ...body, id });
};

const encodeSent = (
  event: Extract<RealmEvent, { type: "message_sent" }>,
  { presentation, user, realm, state, queue }: EventReader,
  id: number,
): string => {
  const { message, marks, origin } = event;
  const sender = state.users.get(message.senderId);
  const options = {
    reader: { user, realm, clientGravatar: presentation.clientGravatar },
    applyMarkdown: presentation.applyMarkdown,
    allowEmptyTopic: presentation.emptyTopicName,
  };
  // People see each other's addresses by role, and their own: that and the client's wishes make the variants.
  const isParty = message.conversation.kind === "direct" || sender?.id === user.id;
  const variant = `${options.applyMarkdown}${options.reader.clientGravatar}${options.allowEmptyTopic}${user.role}${isParty ? user.id : ""}`;
  const variants = written.get(event) ?? new Map<string, string>();
  written.set(event, variants);
  let text = variants.get(variant);
  if (text === undefined) {
    text = JSON.stringify(encodeMessage(message, state, options));
    variants.set(variant, text);
  }
  const own: readonly Flag[] = marks[user.id] ?? [];
  const flags = message.senderId === user.id && message.readBySender ? ["read", ...own] : own;
  const local = origin?.queueId === queue.id ? `,"local_message_id":${JSON.stringify(origin.localId)}` : "";
  return `{"type":"message","message":${text},"flags":${JSON.stringify(flags)}${local},"id":${id}}`;
};

const encodeBody = (
  event: Exclude<RealmEvent, { type: "message_sent" }>,
  { user, realm, state, presentation }: EventReader,
): object | undefined => {
  const reader: Reader = { user, realm, clientGravatar: presentation.clientGravatar };
  const channels = (ids: readonly number[]) => ids.flatMap((id) => state.channels.get(id) ?? []);
  const created = (channelId: number, history: ChannelHistory | undefined) =>
    channels([channelId]).map((channel) => encodeChannel({ channel, ...noActivity, ...history }, state));
  switch (event.type) {
    case "realm_created":
      return { type: "realm", op: "update_dict", property: "default", data: encodeRealm(event.realm, "") };
    case "group_created":
      return { type: "user_group", op: "add", group: encodeUserGroup(event.group, state, Date.now()) };
    case "user_created":
      return { type: "realm_user", op: "add", person: encodeUser(event.user, reader, true) };
    case "channel_created":
      return { type: "stream", op: "create", streams: created(event.channel.id, undefined) };
    case "channel_revealed":
      return { type: "stream", op: "create", streams: created(event.channelId, event.history) };
    case "default_channels_set":
      return { type: "default_streams", default_streams: event.channelIds };
    case "subscribed":
      return encodeSubscribed(event, user, state, presentation);
    case "unsubscribed":
      return event.userIds.includes(user.id)
        ? {
            ...{ type: "subscription", op: "remove" },
            subscriptions: channels(event.channelIds).map(({ id, name }) => ({ stream_id: id, name })),
          }
        : { type: "subscription", op: "peer_remove", stream_ids: event.channelIds, user_ids: event.userIds };
    case "message_flags_changed":
      return {
        type: "update_message_flags",
        op: event.op,
        operation: event.op,
        flag: event.flag,
        messages: event.messageIds,
        all: false,
        ...(event.flag === "read" &&
          event.op === "remove" && { message_details: encodeDetails(event, user, presentation) }),
      };
  }
};

const encodeSubscribed = (
  event: Extract<RealmEvent, { type: "subscribed" }>,
  user: User,
  state: RealmState,
  presentation: Presentation,
): object => {
  const own = event.subscriptions.filter(({ userId }) => userId === user.id);
  if (own.length === 0)
    return {
      ...{ type: "subscription", op: "peer_add" },
      stream_ids: [...new Set(event.subscriptions.map(({ channelId }) => channelId))],
      user_ids: [...new Set(event.subscriptions.map(({ userId }) => userId))],
    };
  return {
    ...{ type: "subscription", op: "add" },
    subscriptions: own.flatMap((subscription) => {
      const channel = state.channels.get(subscription.channelId);
      if (channel === undefined) return [];
      const activity = { channel, ...noActivity, ...event.history?.[channel.id] };
      return [encodeSubscription(activity, subscription, state, presentation.includeSubscribers)];
    }),
  };
};

/** What a client needs to count messages that became unread again. */
const encodeDetails = (
  { messages }: Extract<RealmEvent, { type: "message_flags_changed" }>,
  user: User,
  presentation: Presentation,
): object =>
  Object.fromEntries(
    messages.map(({ id, conversation, topic, marks }) => [
      id,
      encodeDetail(conversation, topic, marks, user, presentation),
    ]),
  );

const encodeDetail = (
  conversation: Message["conversation"],
  topic: string,
  marks: readonly Flag[],
  user: User,
  presentation: Presentation,
): object => {
  const mentioned = marks.some((flag) => flag === "mentioned" || flag.endsWith("wildcard_mentioned"));
  return {
    ...(mentioned && { mentioned: true }),
    ...(conversation.kind === "channel"
      ? {
          type: "stream",
          stream_id: conversation.channelId,
          topic: topic === "" && !presentation.emptyTopicName ? emptyTopicName : topic,
          unmuted_stream_msg: false,
        }
      : { type: "private", user_ids: conversation.participants.filter((id) => id !== user.id) }),
  };
};
