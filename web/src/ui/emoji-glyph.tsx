import { useApp } from "../app/app";
import { emojiOf } from "./message-html";
import { Picture } from "./picture";

/** An emoji as displayed: Unicode as text, custom ones as pictures. */
export const EmojiGlyph = ({ name, code, kind }: { name: string; code: string; kind: string }) => {
  const { store } = useApp();
  const url =
    kind === "realm_emoji"
      ? store.realmEmoji.value.get(code)?.source_url
      : kind === "zulip_extra_emoji"
        ? "/static/generated/emoji/images/emoji/unicode/zulip.png"
        : undefined;
  return url === undefined ? (
    <span class="glyph">{emojiOf(code)}</span>
  ) : (
    <Picture class="emoji" src={url} alt={name} instead={<span data-text={name} />} />
  );
};
