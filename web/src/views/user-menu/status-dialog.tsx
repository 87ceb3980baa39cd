import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { setStatus } from "../../api/account";
import { useApp } from "../../app/app";
import { EmojiGlyph } from "../../ui/emoji-glyph";
import { Icon } from "../../ui/icon";
import { Overlay } from "../../ui/overlay";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";
import type { Emoji } from "../emoji/emoji";
import { EmojiPicker } from "../emoji/emoji-picker";

const longest = 60;
const ideas: readonly (readonly [string, Emoji])[] = [
  [cardWords.inMeeting, { name: "calendar", code: "1f4c5", kind: "unicode_emoji" }],
  [cardWords.commuting, { name: "bus", code: "1f68c", kind: "unicode_emoji" }],
  [cardWords.sick, { name: "hurt", code: "1f915", kind: "unicode_emoji" }],
  [cardWords.onVacation, { name: "palm_tree", code: "1f334", kind: "unicode_emoji" }],
  [cardWords.fromHome, { name: "house", code: "1f3e0", kind: "unicode_emoji" }],
];

/** Sets the user's status. */
export const StatusDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const app = useApp();
  const { statuses, ownId } = app.store;
  const now = statuses.peek().get(ownId);
  const text = useSignal(now?.status_text ?? "");
  const emoji = useSignal<Emoji | undefined>(
    now?.emoji_name && now.emoji_code
      ? { name: now.emoji_name, code: now.emoji_code, kind: now.reaction_type ?? "unicode_emoji" }
      : undefined,
  );
  const isPicking = useSignal(false);
  const smile = useRef<HTMLButtonElement>(null);
  const save = async (newText: string, newEmoji: Emoji | undefined) => {
    if (await app.attempt(setStatus(newText, newEmoji))) onClose();
  };
  return (
    <Overlay title={deferredWords.setStatus} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(text.value.trim(), emoji.value);
        }}
      >
        <div class="inline-form">
          <button
            ref={smile}
            type="button"
            class="quiet status-emoji"
            aria-label={deferredWords.chooseEmoji}
            aria-haspopup="dialog"
            aria-expanded={isPicking.value}
            onClick={() => {
              isPicking.value = !isPicking.value;
            }}
          >
            {emoji.value ? <EmojiGlyph {...emoji.value} /> : <Icon name="smile" />}
          </button>
          <input
            class="field"
            dir="auto"
            aria-label={deferredWords.status}
            placeholder={cardWords.statusHint}
            maxLength={longest}
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </div>
        {isPicking.value && (
          <EmojiPicker
            anchor={smile}
            onPick={(picked) => {
              emoji.value = picked;
              isPicking.value = false;
            }}
            onClose={() => {
              isPicking.value = false;
            }}
          />
        )}
        <ul class="people-list">
          {ideas.map(([label, idea]) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  text.value = label;
                  emoji.value = idea;
                }}
              >
                <EmojiGlyph {...idea} />
                {label}
              </button>
            </li>
          ))}
        </ul>
        <div class="form-actions">
          <button type="submit" class="primary">
            {deferredWords.save}
          </button>
          <button type="button" class="plain" onClick={() => void save("", undefined)}>
            {cardWords.clearStatus}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
