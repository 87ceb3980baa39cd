import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../app";
import { words } from "../../words/en";
import { EmojiSign } from "../messages/reactions";
import { type Emoji, findEmoji, loadEmoji } from "./emoji";

interface PickerProps {
  readonly onPick: (emoji: Emoji) => void;
  readonly onClose: () => void;
}

const columns = 8;
const mostShown = 160;

/** A grid of emoji to choose from, by pointer, by arrows or by name. */
const EmojiPicker = ({ onPick, onClose }: PickerProps) => {
  const { store } = useApp();
  const query = useSignal("");
  const at = useSignal(0);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void loadEmoji();
    root.current?.querySelector("input")?.focus();
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [onClose]);
  const found = findEmoji(store, query.value, mostShown);
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const chosen = found[at.value];
    if (step !== undefined) at.value = Math.max(0, Math.min(found.length - 1, at.value + step));
    else if (event.key === "Enter" && chosen) onPick(chosen);
    else return;
    event.preventDefault();
    root.current?.querySelector(`#emoji-${at.value}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div class="picker" ref={root} role="dialog" aria-label={words.chooseEmoji}>
      <input
        class="field"
        role="combobox"
        aria-expanded="true"
        aria-controls="emoji-grid"
        aria-activedescendant={found.length > 0 ? `emoji-${at.value}` : undefined}
        aria-label={words.findEmoji}
        placeholder={words.findEmoji}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div class="emoji-grid" id="emoji-grid" role="listbox" aria-label={words.emoji}>
        {found.map((emoji, index) => (
          <button
            key={`${emoji.kind} ${emoji.code}`}
            id={`emoji-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at.value}
            aria-label={emoji.name.replaceAll("_", " ")}
            title={`:${emoji.name}:`}
            onClick={() => onPick(emoji)}
          >
            <EmojiSign name={emoji.name} code={emoji.code} kind={emoji.kind} />
          </button>
        ))}
      </div>
    </div>
  );
};

// What is loaded when it is first needed must be a default.
export default EmojiPicker;
