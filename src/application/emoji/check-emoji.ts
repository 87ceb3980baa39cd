import { type Either, left, right } from "fp-ts/Either";
import type { EmojiKind, EmojiReference } from "../../domain/emoji";
import { type ApiError, badRequest } from "../../domain/errors";
import type { EmojiCatalog } from "../ports/emoji-catalog";

/** An emoji as a client names it. */
export interface EmojiInput {
  readonly name: string;
  /** Tells which emoji it is, where several have had the name. */
  readonly code: string | undefined;
  readonly kind: EmojiKind | undefined;
}

/** The server's own emoji, by its name and code. */
const extra = "zulip";

/** The emoji that a client means. Clients know more names than we do: with a code, any of them will do. */
export const checkEmoji = (
  catalog: EmojiCatalog,
  { name, code, kind }: EmojiInput,
): Either<ApiError, EmojiReference> => {
  if (kind === "extra" || (kind === undefined && name === extra)) {
    if (code !== undefined && code !== extra) return left(badRequest("Invalid emoji code."));
    return name === extra
      ? right({ name, code: extra, kind: "extra" })
      : left(badRequest("Invalid emoji name."));
  }
  if (kind === "realm") return left(badRequest("Invalid custom emoji."));
  const known = catalog.codeOf(name);
  if (code === undefined)
    return known === undefined
      ? left(badRequest(`Emoji '${name}' does not exist`))
      : right({ name, code: known, kind: "unicode" });
  if (!catalog.hasCode(code)) return left(badRequest("Invalid emoji code."));
  const isName = known === undefined ? /^[a-z0-9_+-]{1,60}$/i.test(name) : known === code;
  return isName ? right({ name, code, kind: "unicode" }) : left(badRequest("Invalid emoji name."));
};
