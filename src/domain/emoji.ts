import * as t from "io-ts";
import { entity, oneOf } from "./codec";

/** Where an emoji comes from: Unicode, the realm's own, or the server's extra one. API §4.21. */
export const emojiKinds = ["unicode", "realm", "extra"] as const;
export type EmojiKind = (typeof emojiKinds)[number];

/** An emoji as people chose it: the name they picked, and the code that tells which it is. */
export interface EmojiReference {
  readonly name: string;
  /** Code points in hexadecimal joined by `-`, or the id of a realm's emoji. */
  readonly code: string;
  readonly kind: EmojiKind;
}

export const emojiReferenceCodec = entity<EmojiReference>({
  name: t.string,
  code: t.string,
  kind: oneOf(...emojiKinds),
});
