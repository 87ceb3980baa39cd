import * as t from "io-ts";
import type { RealmHead } from "../../application/ports/events/event-store";

/** A message about a realm among the nodes that hold it. */
export type LaneMessage =
  /** The sender reads the log after each change: events should travel with the announcements. */
  | { readonly kind: "wants_events" }
  /** Asks the owner for the realm. The kinds say “turn” because earlier versions do. */
  | { readonly kind: "asks_for_turn" }
  /** Hands the realm to a node, at this head if it is known. */
  | {
      readonly kind: "gives_turn";
      readonly to: string;
      readonly position: number;
      readonly head: RealmHead | undefined;
    };

const headCodec = t.type({ position: t.number, messageId: t.number, ids: t.record(t.string, t.number) });

export const laneMessageCodec: t.Decoder<unknown, LaneMessage> = t.union([
  t.type({ kind: t.literal("wants_events") }),
  t.type({ kind: t.literal("asks_for_turn") }),
  t.type({
    kind: t.literal("gives_turn"),
    to: t.string,
    position: t.number,
    head: t.union([t.undefined, headCodec]),
  }),
]);
