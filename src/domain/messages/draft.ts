import * as t from "io-ts";
import { entity, listOf, oneOf, tagged } from "../codec/codec";
import { type ChannelId, channelIdCodec, type DraftId, draftIdCodec, type UserId, userIdCodec } from "../ids";

/** The destination of a draft, if its author has chosen one. */
export type DraftPlace =
  | { readonly kind: "nowhere" }
  | { readonly kind: "channel"; readonly channelId: ChannelId; readonly topic: string }
  | { readonly kind: "direct"; readonly userIds: readonly UserId[] };

/** An unsent message, synchronized across its author's devices. API §2.6. */
export interface Draft {
  readonly id: DraftId;
  readonly place: DraftPlace;
  /** Markdown. */
  readonly content: string;
  /** Unix seconds, with a fraction if the client sent one. */
  readonly editedAt: number;
}

export const draftCodec = entity<Draft>({
  id: draftIdCodec,
  place: tagged<DraftPlace, "kind">("kind", {
    nowhere: entity<Extract<DraftPlace, { kind: "nowhere" }>>({ kind: oneOf("nowhere") }),
    channel: entity<Extract<DraftPlace, { kind: "channel" }>>({
      kind: oneOf("channel"),
      channelId: channelIdCodec,
      topic: t.string,
    }),
    direct: entity<Extract<DraftPlace, { kind: "direct" }>>({
      kind: oneOf("direct"),
      userIds: listOf(userIdCodec),
    }),
  }),
  content: t.string,
  editedAt: t.number,
});
