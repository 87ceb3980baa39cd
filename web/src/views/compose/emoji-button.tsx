import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Icon } from "../../ui/icon";
import { words } from "../../words/en";
import { OpenEmojiPicker } from "../lazy/open-emoji-picker";

/** Opens the emoji picker next to itself. */
export const EmojiButton = ({ onPick }: { readonly onPick: (name: string) => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  const isPicking = useSignal(false);
  return (
    <span class="picker-place">
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-label={words.emoji}
        title={words.emoji}
        aria-expanded={isPicking.value}
        onClick={() => {
          isPicking.value = !isPicking.value;
        }}
      >
        <Icon name="smile" />
      </button>
      {isPicking.value && (
        <OpenEmojiPicker
          anchor={button}
          onClose={() => {
            isPicking.value = false;
            button.current?.focus();
          }}
          onPick={({ name }) => {
            isPicking.value = false;
            onPick(name);
          }}
        />
      )}
    </span>
  );
};
