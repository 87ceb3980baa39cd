import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { Seals } from "../../application/ports/system/seals";
import type { LoggedEvent } from "../../domain/events/event";
import { readableFrom } from "../../domain/events/event-codec";
import { channelIdCodec, messageIdCodec, type RealmId, userIdCodec } from "../../domain/ids";
import { reachCodec } from "../../domain/messages/message-reach";
import type { RelayedSignal } from "../../domain/queues/signal";
import { type LaneMessage, laneMessageCodec } from "./lane-message";

type About<A> = readonly (readonly [realmId: RealmId, A])[];

/** Consecutive events of a realm, each as the log stores it: as JSON. */
export interface EventTexts {
  readonly first: number;
  readonly texts: readonly string[];
}

/** What one process sends the others in one notification. */
export interface BusPayload {
  readonly grown: About<number>;
  readonly signals: About<RelayedSignal>;
  readonly logged: About<EventTexts>;
  readonly lanes: About<LaneMessage>;
}

/** Who sent a payload, and when. */
export interface Sending {
  /** The name of the process. */
  readonly from: string;
  /** Grows with each payload of the process. */
  readonly number: number;
  /** Unix milliseconds. */
  readonly sentAt: number;
}

/** A payload as another process receives it. */
interface ReceivedPayload extends Omit<BusPayload, "logged">, Sending {
  readonly logged: About<readonly LoggedEvent[]>;
}

const presence = t.type({ activeAt: t.number, idleAt: t.number });
const conversation = t.union([
  t.type({ kind: t.literal("direct"), participants: t.readonlyArray(userIdCodec) }),
  t.type({ kind: t.literal("channel"), channelId: channelIdCodec, topic: t.string }),
]);
const signal: t.Decoder<unknown, RelayedSignal> = t.union([
  t.type({ type: t.literal("sessions_ended"), userId: userIdCodec }),
  t.type({ type: t.literal("queues_ended"), queueIds: t.readonlyArray(t.string) }),
  t.type({ type: t.literal("presence_changed"), userId: userIdCodec, presence, isArrival: t.boolean }),
  t.intersection([
    t.type({
      type: t.literal("typing"),
      op: t.union([t.literal("start"), t.literal("stop")]),
      userId: userIdCodec,
      place: conversation,
    }),
    t.partial({ messageId: messageIdCodec, reach: reachCodec }),
  ]),
]);
const openedCodec = t.type({
  from: t.string,
  number: t.number,
  sentAt: t.number,
  grown: t.array(t.tuple([t.number, t.number])),
  logged: t.array(t.tuple([t.number, t.number, t.array(t.unknown)])),
  lanes: t.array(t.tuple([t.number, t.unknown])),
  signals: t.array(t.tuple([t.number, t.unknown])),
});

const parse = (payload: string): unknown => {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
};

/** Splits a payload by realm. */
export const payloadsByRealm = (payload: BusPayload): About<BusPayload> => {
  const byRealm = new Map<RealmId, { [Part in keyof BusPayload]: BusPayload[Part][number][] }>();
  const payloadOf = (realmId: RealmId) => {
    const known = byRealm.get(realmId) ?? { grown: [], signals: [], logged: [], lanes: [] };
    byRealm.set(realmId, known);
    return known;
  };
  for (const entry of payload.grown) payloadOf(entry[0]).grown.push(entry);
  for (const entry of payload.signals) payloadOf(entry[0]).signals.push(entry);
  for (const entry of payload.logged) payloadOf(entry[0]).logged.push(entry);
  for (const entry of payload.lanes) payloadOf(entry[0]).lanes.push(entry);
  return [...byRealm];
};

/** The bytes of a payload around the text that is sealed, and of that text around its entries. */
const sealBytes = 28;
const envelopeBytes = 250;
/** How many bytes of entries a payload of this size has room for: sealing makes four characters of three bytes. */
export const roomIn = (payloadBytes: number): number =>
  Math.floor(payloadBytes / 4) * 3 - sealBytes - envelopeBytes;

/** The payload as JSON: built from the events' texts, which are JSON already. */
const textOf = ({ from, number, sentAt }: Sending, { grown, logged, lanes, signals }: BusPayload): string => {
  const events = logged.map(([realmId, { first, texts }]) => `[${realmId},${first},[${texts.join(",")}]]`);
  const opening = `{"from":${JSON.stringify(from)},"number":${number},"sentAt":${sentAt}`;
  const hints = `"grown":${JSON.stringify(grown)},"logged":[${events.join(",")}]`;
  return `${opening},${hints},"lanes":${JSON.stringify(lanes)},"signals":${JSON.stringify(signals)}}`;
};

/**
 * The payload of a notification. It is sealed: other programs on the bus must be able neither to read nor to forge one. Readers
 * ignore unknown fields, so later versions may add some.
 */
export const encodePayload = (seals: Seals, sending: Sending, payload: BusPayload): string =>
  seals.seal(textOf(sending, payload));

const readableEvents = (logged: t.TypeOf<typeof openedCodec>["logged"]): ReceivedPayload["logged"] =>
  logged.flatMap(([realmId, first, stored]) =>
    pipe(
      readableFrom(stored.map((event, index) => ({ position: first + index, event }))),
      E.matchW(
        () => [],
        (events) => (events.length > 0 ? [[realmId, events] as const] : []),
      ),
    ),
  );

/** The values that this version knows. Nodes of two versions may run side by side during an upgrade. */
const known = <A>(
  decoder: t.Decoder<unknown, A>,
  values: readonly (readonly [RealmId, unknown])[],
): About<A> =>
  values.flatMap(([realmId, value]) =>
    pipe(
      decoder.decode(value),
      E.matchW(
        () => [],
        (one) => [[realmId, one] as const],
      ),
    ),
  );

/** Opens a payload. Undefined if anybody but a node sealed it. Omits unknown signals, events and messages about ownership. */
export const decodePayload = (seals: Seals, payload: string): ReceivedPayload | undefined =>
  pipe(
    openedCodec.decode(parse(seals.open(payload) ?? "")),
    E.match(
      () => undefined,
      ({ from, number, sentAt, grown, logged, lanes, signals }) => ({
        from,
        number,
        sentAt,
        grown,
        logged: readableEvents(logged),
        lanes: known(laneMessageCodec, lanes),
        signals: known(signal, signals),
      }),
    ),
  );
