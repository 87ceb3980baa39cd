import { type Either, isRight, left, right } from "fp-ts/Either";
import { channelEventCodecs } from "./channel-event-codecs";
import type { Codec } from "./codec";
import { problemIn } from "./codec-problem";
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
interface UnreadableEvent {
  readonly problem: string;
}

/** Where in the log it is. */
export interface UnreadableAt extends UnreadableEvent {
  readonly position: number;
}

/** The codec of each type of event. */
const eventCodecs: EventCodecs<RealmEvent> = {
  ...peopleEventCodecs,
  ...channelEventCodecs,
  ...invitationEventCodecs,
  ...personalEventCodecs,
  ...emojiEventCodecs,
  ...pushEventCodecs,
  ...messageEventCodecs,
};

const firstVersion = 1;

/** The form that events of a type have today, and how older ones come to it. */
interface Form {
  readonly codec: Codec<RealmEvent>;
  readonly lifts: readonly ((old: StoredEvent) => StoredEvent)[];
  readonly version: number;
}

const forms = Object.fromEntries(
  Object.entries(eventCodecs as unknown as Readonly<Record<string, Codec<RealmEvent>>>).map(
    ([type, codec]) => {
      const lifts = eventLifts[type as RealmEvent["type"]] ?? [];
      return [type, { codec, lifts, version: firstVersion + lifts.length }];
    },
  ),
) as Readonly<Record<RealmEvent["type"], Form>>;
const formsByType: ReadonlyMap<unknown, Form> = new Map(Object.entries(forms));

/** The event as the log stores it: JSON, with its version in `v` unless that is the first. */
export const encodeEvent = (event: RealmEvent): StoredEvent => {
  const { codec, version } = forms[event.type];
  const stored = codec.encode(event) as StoredEvent;
  return version === firstVersion ? stored : { v: version, ...stored };
};

/** The event without its version, by a loop: the syntax for it takes longer. */
const withoutVersion = (stored: StoredEvent): StoredEvent => {
  const own: Record<string, unknown> = {};
  for (const name in stored) if (name !== "v") own[name] = stored[name];
  return own;
};

/** Versions count from 1; of a newer one than today's, nothing needs lifting. */
const lifted = (event: StoredEvent, version: unknown, { lifts }: Form): StoredEvent | undefined => {
  if (typeof version !== "number" || !Number.isInteger(version) || version < firstVersion) return undefined;
  return lifts.slice(version - firstVersion).reduce((old, lift) => lift(old), event);
};

/**
 * The event that the log stored, lifted to the form of today. One of a newer version, which a newer server logged, is
 * read as it is: its form may still do. What a field means never changes under its name.
 */
export const decodeEvent = (stored: unknown): Either<UnreadableEvent, RealmEvent> => {
  if (!isDict(stored)) return left({ problem: "it is no object" });
  const { v: version = firstVersion } = stored;
  const own = stored.v === undefined ? stored : withoutVersion(stored);
  const form = formsByType.get(own.type);
  if (form === undefined) return left({ problem: `unknown type ${JSON.stringify(own.type)}` });
  const event = version === form.version ? own : lifted(own, version, form);
  if (event === undefined) return left({ problem: `${own.type}: ${JSON.stringify(version)} is no version` });
  if (form.codec.is(event)) return right(event);
  const read = form.codec.decode(event);
  return isRight(read)
    ? read
    : left({ problem: `${own.type} of version ${version}: ${problemIn(read.left)}` });
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
