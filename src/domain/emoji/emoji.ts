import * as t from "io-ts";
import { entity, oneOf } from "../codec/codec";

/** The source of an emoji: Unicode, the realm, or the one the server adds. API §4.21. */
export const emojiKinds = ["unicode", "realm", "extra"] as const;
export type EmojiKind = (typeof emojiKinds)[number];

/** An emoji in a reaction or a status. `code` identifies it; `name` is the alias the user picked. */
export interface EmojiReference {
  readonly name: string;
  /** Hexadecimal code points joined by `-`, or the id of a realm emoji. */
  readonly code: string;
  readonly kind: EmojiKind;
}

export const emojiReferenceCodec = entity<EmojiReference>({
  name: t.string,
  code: t.string,
  kind: oneOf(...emojiKinds),
});
