import { type Either, isRight, left, right } from "fp-ts/Either";
import { channelEventCodecs } from "./channel-event-codecs";
import { type Codec, problemIn } from "./codec";
import type { LoggedEvent, RealmEvent } from "./event";
import type { EventCodecs } from "./event-family";
import { eventLifts, type StoredEvent } from "./event-lifts";
import { invitationEventCodecs } from "./invitation-event";
import { messageEventCodecs } from "./message-event-codecs";
import { peopleEventCodecs } from "./people-event-codecs";
import { personalEventCodecs } from "./personal-event-codecs";
import { pushEventCodecs } from "./push-event-codecs";
import { emojiEventCodecs } from "./realm-emoji";
import { isDict } from "./shape";

/** A stored event that can't be read, and why, in words for whoever runs the server. */
export interface UnreadableEvent {
  readonly problem: string;
}

/** Where in the log it is. */
export interface UnreadableAt extends UnreadableEvent {
  readonly position: number;
}

/** The codec of each type of event. */
export const eventCodecs: EventCodecs<RealmEvent> = {
  ...peopleEventCodecs,
  ...channelEventCodecs,
  ...invitationEventCodecs,
  ...personalEventCodecs,
  ...emojiEventCodecs,
  ...pushEventCodecs,
  ...messageEventCodecs,
};

const codecOf = (type: unknown): Codec<RealmEvent> | undefined =>
  typeof type === "string" && Object.hasOwn(eventCodecs, type)
    ? (eventCodecs as Readonly<Record<string, Codec<RealmEvent>>>)[type]
    : undefined;

const liftsOf = (type: string) => eventLifts[type as RealmEvent["type"]] ?? [];

const firstVersion = 1;

/** The version of the form that events of a type have today. */
export const versionOf = (type: RealmEvent["type"]): number => firstVersion + liftsOf(type).length;

/** The event as the log stores it: JSON, with its version in `v` unless that is the first. */
export const encodeEvent = (event: RealmEvent): StoredEvent => {
  const stored = eventCodecs[event.type].encode(event as never) as StoredEvent;
  const version = versionOf(event.type);
  return version === firstVersion ? stored : { v: version, ...stored };
};

const formAndVersion = (stored: StoredEvent): readonly [form: StoredEvent, version: unknown] => {
  if (stored.v === undefined) return [stored, firstVersion];
  const { v, ...form } = stored;
  return [form, v];
};

const isVersion = (version: unknown): version is number =>
  Number.isInteger(version) && Number(version) >= firstVersion;

/**
 * The event that the log stored, lifted to the form of today. One of a newer version, which a newer server logged, is
 * read as it is: its form may still do. What a field means never changes under its name.
 */
export const decodeEvent = (stored: unknown): Either<UnreadableEvent, RealmEvent> => {
  if (!isDict(stored)) return left({ problem: "it is no object" });
  const [form, version] = formAndVersion(stored);
  const codec = codecOf(form.type);
  if (codec === undefined) return left({ problem: `unknown type ${JSON.stringify(form.type)}` });
  if (!isVersion(version)) return left({ problem: `${form.type}: no version: ${JSON.stringify(version)}` });
  let lifted = form;
  for (const lift of liftsOf(String(form.type)).slice(version - firstVersion)) lifted = lift(lifted);
  if (codec.is(lifted)) return right(lifted);
  const read = codec.decode(lifted);
  return isRight(read)
    ? read
    : left({ problem: `${form.type} of version ${version}: ${problemIn(read.left)}` });
};

/** The stored events up to the first that can't be read; that one, where none comes before it. */
export const readableFrom = (
  stored: readonly { readonly position: number; readonly event: unknown }[],
): Either<UnreadableAt, readonly LoggedEvent[]> => {
  const readable: LoggedEvent[] = [];
  for (const { position, event } of stored) {
    const read = decodeEvent(event);
    if (isRight(read)) readable.push({ position, event: read.right });
    else return readable.length > 0 ? right(readable) : left({ position, ...read.left });
  }
  return right(readable);
};
