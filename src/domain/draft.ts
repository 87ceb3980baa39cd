import * as t from "io-ts";
import { entity, listOf, oneOf, tagged } from "./codec";

/** Where a draft is to go, if its writer has said so. */
export type DraftPlace =
  | { readonly kind: "nowhere" }
  | { readonly kind: "channel"; readonly channelId: number; readonly topic: string }
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A message that isn't sent yet, on all of its writer's devices. API §2.6. */
export interface Draft {
  readonly id: number;
  readonly place: DraftPlace;
  /** Markdown. */
  readonly content: string;
  /** Unix seconds; parts of one where the client told them. */
  readonly editedAt: number;
}

export const draftCodec = entity<Draft>({
  id: t.number,
  place: tagged<DraftPlace, "kind">("kind", {
    nowhere: entity<Extract<DraftPlace, { kind: "nowhere" }>>({ kind: oneOf("nowhere") }),
    channel: entity<Extract<DraftPlace, { kind: "channel" }>>({
      kind: oneOf("channel"),
      channelId: t.number,
      topic: t.string,
    }),
    direct: entity<Extract<DraftPlace, { kind: "direct" }>>({
      kind: oneOf("direct"),
      userIds: listOf(t.number),
    }),
  }),
  content: t.string,
  editedAt: t.number,
});
