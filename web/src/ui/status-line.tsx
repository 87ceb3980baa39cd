import { useApp } from "../app/app";
import { EmojiGlyph } from "./emoji-glyph";

/** The emoji and the text of a person's status; nothing without one. */
export const StatusLine = ({ userId }: { readonly userId: number }) => {
  const status = useApp().store.statuses.value.get(userId);
  if (!status?.status_text && !status?.emoji_name) return null;
  return (
    <span dir="auto">
      {status.emoji_name && status.emoji_code && (
        <EmojiGlyph
          name={status.emoji_name}
          code={status.emoji_code}
          kind={status.reaction_type ?? "unicode_emoji"}
        />
      )}{" "}
      {status.status_text}
    </span>
  );
};
