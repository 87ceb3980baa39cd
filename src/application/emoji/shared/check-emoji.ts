import * as E from "fp-ts/Either";
import type { EmojiKind, EmojiReference } from "../../../domain/emoji/emoji";
import { activeEmoji } from "../../../domain/emoji/realm-emoji";
import {
  customEmojiDeactivated,
  type EmojiError,
  invalidCustomEmoji,
  invalidCustomEmojiName,
  invalidEmojiCode,
  invalidEmojiName,
  noSuchEmoji,
} from "../../../domain/emoji/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import type { EmojiCatalog } from "../../ports/emoji/emoji-catalog";

/** A client's reference to an emoji. */
interface EmojiInput {
  readonly name: string;
  /** Identifies the emoji if several have had the name. */
  readonly code: string | undefined;
  readonly kind: EmojiKind | undefined;
}

/** Name and code of the emoji that comes with every server. */
const extra = "zulip";

/** The emoji with this name. Custom emoji take precedence. */
export const emojiNamed = (
  catalog: EmojiCatalog,
  emoji: RealmState["emoji"],
  name: string,
): EmojiReference | undefined => {
  const custom = activeEmoji(emoji, name);
  if (custom) return { name, code: String(custom.id), kind: "realm" };
  if (name === extra) return { name, code: extra, kind: "extra" };
  const code = catalog.codeOf(name);
  return code === undefined ? undefined : { name, code, kind: "unicode" };
};

/** The emoji a client refers to. Unicode emoji with a code accept names this server does not know. */
export const checkEmoji = (
  catalog: EmojiCatalog,
  emoji: RealmState["emoji"],
  { name, code, kind }: EmojiInput,
): E.Either<EmojiError, EmojiReference> => {
  const named = emojiNamed(catalog, emoji, name);
  if (code === undefined) {
    if (named === undefined || (kind !== undefined && kind !== named.kind))
      return E.left(unknownEmoji(kind, name));
    return E.right(named);
  }
  switch (kind ?? named?.kind ?? "unicode") {
    case "realm":
      return realmEmoji(emoji, name, code);
    case "extra":
      if (code !== extra) return E.left(invalidEmojiCode);
      return name === extra ? E.right({ name, code, kind: "extra" }) : E.left(invalidEmojiName);
    case "unicode":
      return unicodeEmoji(catalog, name, code);
  }
};

const unknownEmoji = (kind: EmojiKind | undefined, name: string): EmojiError => {
  if (kind === "realm") return invalidCustomEmoji;
  return kind === "extra" ? invalidEmojiName : noSuchEmoji(name);
};

const realmEmoji = (
  emoji: RealmState["emoji"],
  name: string,
  code: string,
): E.Either<EmojiError, EmojiReference> => {
  const found = /^\d{1,15}$/.test(code) ? emoji.get(Number(code)) : undefined;
  if (found === undefined) return E.left(invalidCustomEmoji);
  if (found.name !== name) return E.left(invalidCustomEmojiName);
  return found.isDeactivated
    ? E.left(customEmojiDeactivated)
    : E.right({ name, code: String(found.id), kind: "realm" });
};

const unicodeEmoji = (
  catalog: EmojiCatalog,
  name: string,
  code: string,
): E.Either<EmojiError, EmojiReference> => {
  if (!catalog.hasCode(code)) return E.left(invalidEmojiCode);
  const knownCode = catalog.codeOf(name);
  const isName =
    knownCode === undefined
      ? /^[a-z0-9_+-]{1,60}$/i.test(name)
      : knownCode === code || catalog.wasCalled(code, name);
  return isName ? E.right({ name, code, kind: "unicode" }) : E.left(invalidEmojiName);
};
