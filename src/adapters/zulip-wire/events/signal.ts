import type { UserId } from "../../../domain/ids";
import type { SignalItem } from "../../../domain/queues/event-queue";
import type { Signal } from "../../../domain/queues/signal";
import type { EventReader } from "../encode/event-reader";
import { encodeLegacyPresenceEvent, encodePresence } from "../encode/presence";
import { presentationKey } from "../encode/presentation";
import { shownEmail, sightOf } from "../encode/shown-user";
import { topicName } from "../topic-name";
import { versionFields } from "../version";
import type { EncodedEvent } from "./encoded-event";
import { VariantsOf, withId } from "./shared-entries";

/** A signal's JSON without an id, and the last event that was made of it: queues with the same position give it the same id. */
interface SharedSignal {
  readonly json: string;
  event: EncodedEvent | undefined;
}

const signals = new VariantsOf<SharedSignal>();

/** A signal as a queue delivers it: encoded once for all who receive the same. */
export const encodeSignal = ({ eventId, signal }: SignalItem, reader: EventReader): EncodedEvent => {
  const variant = variantOf(signal, reader);
  const variants = signals.of(signal, reader.state);
  let shared = variants.get(variant);
  if (shared === undefined) {
    shared = { json: JSON.stringify(bodyOf(signal, reader)), event: undefined };
    variants.set(variant, shared);
    signals.keep(signal, shared.json);
  }
  if (shared.event?.id !== eventId)
    shared.event = { id: eventId, text: withId(shared.json, eventId), lists: [] };
  return shared.event;
};

/** What the JSON of a signal depends on, apart from the signal and the realm. Ages are counted in seconds. */
const variantOf = (signal: SignalItem["signal"], reader: EventReader): string => {
  const client = presentationKey(reader.presentation);
  switch (signal.type) {
    case "typing": {
      const { userId, place } = signal;
      const people = place.kind === "channel" ? [userId] : [userId, ...place.participants];
      return `${client} ${people.map((id) => sightOf(id, reader))}`;
    }
    case "presence_changed":
      return `${client} ${sightOf(signal.userId, reader)} ${Math.floor(reader.now / 1000)}`;
    case "server_restarted":
    case "web_client_replaced":
      return "";
  }
};

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
