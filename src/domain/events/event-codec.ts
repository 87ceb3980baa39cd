import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Codec } from "../codec/codec";
import { problemIn } from "../codec/codec-problem";
import { isDict } from "../codec/dict";
import { recordOf } from "../codec/record-of";
import { stored } from "../codec/stored";
import { keysOf } from "../collections/keys-of";
import { channelEventCodecs } from "./channel-event-codecs";
import { emojiEventCodecs } from "./emoji-event";
import type { LoggedEvent, RealmEvent } from "./event";
import type { EventCodecs } from "./event-family";
import { eventLifts, type StoredEvent } from "./event-lifts";
import { invitationEventCodecs } from "./invitation-event";
import { messageEventCodecs } from "./message-event-codecs";
import { peopleEventCodecs } from "./people-event-codecs";
import { pushEventCodecs } from "./push-event-codecs";
import { topicEventCodecs } from "./topic-event";
import { userDataEventCodecs } from "./user-data-event-codecs";

/** A stored event that can't be decoded, with the reason for the server's operator. */
interface UnreadableEvent {
  readonly problem: string;
}

/** An unreadable event with its position in the log. */
export interface UnreadableAt extends UnreadableEvent {
  readonly position: number;
}

/** The codec of each type of event. */
const eventCodecs: EventCodecs<RealmEvent> = {
  ...peopleEventCodecs,
  ...channelEventCodecs,
  ...invitationEventCodecs,
  ...userDataEventCodecs,
  ...topicEventCodecs,
  ...emojiEventCodecs,
  ...pushEventCodecs,
  ...messageEventCodecs,
};

const firstVersion = 1;

/** The current version of a type of event, and the lifts that lead to it. */
interface Form {
  readonly codec: Codec<RealmEvent>;
  readonly lifts: readonly ((old: StoredEvent) => StoredEvent)[];
  readonly version: number;
}

/** A codec is looked up by the type of what it reads or writes, so it gets no event of another type. */
const forms = recordOf(keysOf(eventCodecs), (type): Form => {
  const lifts = eventLifts[type] ?? [];
  return { codec: eventCodecs[type] as Codec<RealmEvent>, lifts, version: firstVersion + lifts.length };
});
const formsByType: ReadonlyMap<unknown, Form> = new Map(Object.entries(forms));

/** The event as the log stores it: JSON, with its version in `v` unless that is 1. */
export const encodeLoggedEvent = (event: RealmEvent): StoredEvent => {
  const { codec, version } = forms[event.type];
  const written = stored(codec, event);
  return version === firstVersion ? written : { v: version, ...written };
};

/** The event without its version. A loop is faster than rest syntax here. */
const withoutVersion = (stored: StoredEvent): StoredEvent => {
  const unversioned: Record<string, unknown> = {};
  for (const name in stored) if (name !== "v") unversioned[name] = stored[name];
  return unversioned;
};

/** Versions count from 1. An event of a newer version needs no lifting. */
const lifted = (event: StoredEvent, version: unknown, { lifts }: Form): StoredEvent | undefined => {
  if (typeof version !== "number" || !Number.isInteger(version) || version < firstVersion) return undefined;
  return lifts.slice(version - firstVersion).reduce((old, lift) => lift(old), event);
};

/**
 * Decodes a stored event and lifts it to the current version. An event of a newer version, logged by a newer
 * server, is read as it is, because its fields may still suffice: a field never changes its meaning.
 */
export const decodeLoggedEvent = (stored: unknown): E.Either<UnreadableEvent, RealmEvent> => {
  if (!isDict(stored)) return E.left({ problem: "it is no object" });
  const { v: version = firstVersion } = stored;
  const unversioned = stored.v === undefined ? stored : withoutVersion(stored);
  const form = formsByType.get(unversioned.type);
  if (form === undefined) return E.left({ problem: `unknown type ${JSON.stringify(unversioned.type)}` });
  const event = version === form.version ? unversioned : lifted(unversioned, version, form);
  if (event === undefined)
    return E.left({ problem: `${unversioned.type}: ${JSON.stringify(version)} is no version` });
  if (form.codec.is(event)) return E.right(event);
  return pipe(
    form.codec.decode(event),
    E.mapLeft((errors) => ({
      problem: `${unversioned.type} of version ${version}: ${problemIn(errors)}`,
    })),
  );
};

/** The stored events up to the first unreadable one; that error, if it comes first. */
export const readableFrom = (
  stored: readonly { readonly position: number; readonly event: unknown }[],
): E.Either<UnreadableAt, readonly LoggedEvent[]> => {
  const readable: LoggedEvent[] = [];
  for (const { position, event } of stored) {
    const read = decodeLoggedEvent(event);
    if (E.isRight(read)) readable.push({ position, event: read.right });
    else return readable.length > 0 ? E.right(readable) : E.left({ position, ...read.left });
  }
  return E.right(readable);
};
