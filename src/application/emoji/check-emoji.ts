import { type Either, left, right } from "fp-ts/Either";
import type { EmojiKind, EmojiReference } from "../../domain/emoji";
import { type ApiError, badRequest } from "../../domain/errors";
import { activeEmoji } from "../../domain/realm-emoji";
import type { RealmState } from "../../domain/realm-state";
import type { EmojiCatalog } from "../ports/emoji-catalog";

/** An emoji as a client names it. */
interface EmojiInput {
  readonly name: string;
  /** Tells which emoji it is, where several have had the name. */
  readonly code: string | undefined;
  readonly kind: EmojiKind | undefined;
}

/** The server's own emoji, by its name and code. */
const extra = "zulip";

/** The emoji that is meant by a name alone: the organization's own come first. */
export const emojiNamed = (
  catalog: EmojiCatalog,
  emoji: RealmState["emoji"],
  name: string,
): EmojiReference | undefined => {
  const own = activeEmoji(emoji, name);
  if (own) return { name, code: String(own.id), kind: "realm" };
  if (name === extra) return { name, code: extra, kind: "extra" };
  const code = catalog.codeOf(name);
  return code === undefined ? undefined : { name, code, kind: "unicode" };
};

/** The emoji that a client means. Clients know more names than we do: with a code, any of them will do. */
export const checkEmoji = (
  catalog: EmojiCatalog,
  emoji: RealmState["emoji"],
  { name, code, kind }: EmojiInput,
): Either<ApiError, EmojiReference> => {
  const named = emojiNamed(catalog, emoji, name);
  if (code === undefined) {
    if (named === undefined || (kind !== undefined && kind !== named.kind))
      return left(unknownOf(kind, name));
    return right(named);
  }
  switch (kind ?? named?.kind ?? "unicode") {
    case "realm":
      return realmEmoji(emoji, name, code);
    case "extra":
      if (code !== extra) return left(badRequest("Invalid emoji code."));
      return name === extra ? right({ name, code, kind: "extra" }) : left(badRequest("Invalid emoji name."));
    case "unicode":
      return unicodeEmoji(catalog, name, code);
  }
};

const unknownOf = (kind: EmojiKind | undefined, name: string): ApiError => {
  if (kind === "realm") return badRequest("Invalid custom emoji.");
  return badRequest(kind === "extra" ? "Invalid emoji name." : `Emoji '${name}' does not exist`);
};

const realmEmoji = (
  emoji: RealmState["emoji"],
  name: string,
  code: string,
): Either<ApiError, EmojiReference> => {
  const found = /^\d{1,15}$/.test(code) ? emoji.get(Number(code)) : undefined;
  if (found === undefined) return left(badRequest("Invalid custom emoji."));
  if (found.name !== name) return left(badRequest("Invalid custom emoji name."));
  return found.isDeactivated
    ? left(badRequest("This custom emoji has been deactivated."))
    : right({ name, code: String(found.id), kind: "realm" });
};

const unicodeEmoji = (
  catalog: EmojiCatalog,
  name: string,
  code: string,
): Either<ApiError, EmojiReference> => {
  if (!catalog.hasCode(code)) return left(badRequest("Invalid emoji code."));
  const known = catalog.codeOf(name);
  const isName =
    known === undefined ? /^[a-z0-9_+-]{1,60}$/i.test(name) : known === code || catalog.wasCalled(code, name);
  return isName ? right({ name, code, kind: "unicode" }) : left(badRequest("Invalid emoji name."));
};
