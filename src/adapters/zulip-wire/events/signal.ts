import type { UserId } from "../../../domain/ids";
import type { SignalItem } from "../../../domain/queues/event-queue";
import type { Signal } from "../../../domain/queues/signal";
import type { EventReader } from "../encode/event-reader";
import { encodeLegacyPresenceEvent, encodePresence } from "../encode/presence";
import { shownEmail } from "../encode/shown-user";
import { topicName } from "../topic-name";
import { versionFields } from "../version";
import type { EncodedEvent } from "./event";

/** A signal as a queue delivers it. */
export const encodeSignal = ({ eventId, signal }: SignalItem, reader: EventReader): EncodedEvent => ({
  id: eventId,
  text: JSON.stringify({ ...bodyOf(signal, reader), id: eventId }),
});

const bodyOf = (signal: SignalItem["signal"], reader: EventReader): object => {
  switch (signal.type) {
    case "typing":
      return typing(signal, reader);
    case "presence_changed":
      return presenceChanged(signal, reader);
    case "server_restarted":
      return { type: "restart", ...versionFields, server_generation: signal.startedAt };
    case "web_client_replaced":
      // Clients reload at a time of their choice, so that they don't all come at once.
      return { type: "web_reload_client", immediate: false };
  }
};

type SignalOf<Type extends Signal["type"]> = Extract<Signal, { type: Type }>;

const presenceChanged = ({ userId, presence }: SignalOf<"presence_changed">, reader: EventReader): object => {
  const { presentation, now } = reader;
  return {
    type: "presence",
    ...(presentation.simplifiedPresence
      ? { presences: { [userId]: encodePresence(presence) } }
      : {
          user_id: userId,
          ...(!presentation.slimPresence && { email: emailOf(userId, reader) }),
          server_timestamp: now / 1000,
          presence: encodeLegacyPresenceEvent(presence, now),
        }),
  };
};

const emailOf = (userId: UserId, reader: EventReader): string =>
  shownEmail(reader.state.users.get(userId), reader.state, reader);

const typing = ({ op, userId, place, messageId }: SignalOf<"typing">, reader: EventReader): object => {
  const topic = place.kind === "channel" ? topicName(place.topic, reader.presentation.emptyTopicName) : "";
  if (messageId !== undefined)
    return {
      type: "typing_edit_message",
      op,
      sender_id: userId,
      message_id: messageId,
      recipient:
        place.kind === "channel"
          ? { type: "channel", channel_id: place.channelId, topic }
          : { type: "direct", user_ids: place.participants },
    };
  const person = (id: UserId) => ({ user_id: id, email: emailOf(id, reader) });
  const sender = person(userId);
  return place.kind === "channel"
    ? { type: "typing", op, message_type: "stream", sender, stream_id: place.channelId, topic }
    : { type: "typing", op, message_type: "direct", sender, recipients: place.participants.map(person) };
};
