import * as t from "io-ts";
import { channelIdCodec, messageIdCodec, type RealmId, userIdCodec } from "../../domain/ids";
import { reachCodec } from "../../domain/messages/message-reach";
import type { PassedOn } from "../../domain/queues/signal";

/** What one process sends the others in one notification. */
export interface News {
  readonly grown: readonly (readonly [realmId: RealmId, position: number])[];
  readonly signals: readonly (readonly [realmId: RealmId, signal: PassedOn])[];
}

const presence = t.type({ activeAt: t.number, idleAt: t.number });
const place = t.union([
  t.type({ kind: t.literal("direct"), participants: t.readonlyArray(userIdCodec) }),
  t.type({ kind: t.literal("channel"), channelId: channelIdCodec, topic: t.string }),
]);
const signal: t.Decoder<unknown, PassedOn> = t.union([
  t.type({ type: t.literal("sessions_ended"), userId: userIdCodec }),
  t.type({ type: t.literal("presence_changed"), userId: userIdCodec, presence, isArrival: t.boolean }),
  t.intersection([
    t.type({
      type: t.literal("typing"),
      op: t.union([t.literal("start"), t.literal("stop")]),
      userId: userIdCodec,
      place,
    }),
    t.partial({ messageId: messageIdCodec, reach: reachCodec }),
  ]),
]);
const envelope = t.type({
  from: t.string,
  grown: t.array(t.tuple([t.number, t.number])),
  signals: t.array(t.tuple([t.number, t.unknown])),
});

const parse = (payload: string): unknown => {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
};

/** Splits news by realm. */
export const newsByRealm = ({ grown, signals }: News): readonly (readonly [number, News])[] => {
  const byRealm = new Map<number, { grown: News["grown"][number][]; signals: News["signals"][number][] }>();
  const of = (realmId: RealmId) => {
    const known = byRealm.get(realmId) ?? { grown: [], signals: [] };
    byRealm.set(realmId, known);
    return known;
  };
  for (const one of grown) of(one[0]).grown.push(one);
  for (const one of signals) of(one[0]).signals.push(one);
  return [...byRealm];
};

/** The payload of a notification. Readers ignore unknown fields, so later versions may add some. */
export const writeNews = (from: string, news: News): string => JSON.stringify({ from, ...news });

/**
 * Parses a payload and its sender. Undefined for a payload of another program. Unknown signals are left out:
 * nodes of two versions may run side by side during an upgrade.
 */
export const readNews = (payload: string): (News & { readonly from: string }) | undefined => {
  const decoded = envelope.decode(parse(payload));
  if (decoded._tag === "Left") return undefined;
  const { from, grown, signals } = decoded.right;
  return {
    from,
    grown,
    signals: signals.flatMap(([realmId, one]) => {
      const known = signal.decode(one);
      return known._tag === "Right" ? [[realmId, known.right] as const] : [];
    }),
  };
};
