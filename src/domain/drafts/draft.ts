import * as t from "io-ts";
import { entity, listOf, oneOf } from "../codec/codec";
import { tagged } from "../codec/tagged";
import { type ChannelId, channelIdCodec, type DraftId, draftIdCodec, type UserId, userIdCodec } from "../ids";

/** The destination of a draft, if its author has chosen one. */
export type DraftDestination =
  | { readonly kind: "nowhere" }
  | { readonly kind: "channel"; readonly channelId: ChannelId; readonly topic: string }
  | { readonly kind: "direct"; readonly userIds: readonly UserId[] };

/** An unsent message, synchronized across its author's devices. API §2.6. */
export interface Draft {
  readonly id: DraftId;
  readonly place: DraftDestination;
  /** Markdown. */
  readonly content: string;
  /** Unix seconds, with a fraction if the client sent one. */
  readonly editedAt: number;
}

export const draftCodec = entity<Draft>({
  id: draftIdCodec,
  place: tagged<DraftDestination, "kind">("kind", {
    nowhere: entity<Extract<DraftDestination, { kind: "nowhere" }>>({ kind: oneOf("nowhere") }),
    channel: entity<Extract<DraftDestination, { kind: "channel" }>>({
      kind: oneOf("channel"),
      channelId: channelIdCodec,
      topic: t.string,
    }),
    direct: entity<Extract<DraftDestination, { kind: "direct" }>>({
      kind: oneOf("direct"),
      userIds: listOf(userIdCodec),
    }),
  }),
  content: t.string,
  editedAt: t.number,
});
