import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { EmojiGlyph } from "../../ui/emoji-glyph";
import { Floating } from "../../ui/menu";
import { words } from "../../words/en";
import { type Emoji, findEmoji, loadEmoji } from "./emoji";
import { loadRecentEmoji, rememberEmoji } from "./recent-emoji";

interface PickerProps {
  /** The element that opened it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onPick: (emoji: Emoji) => void;
  readonly onClose: () => void;
}

const columns = 8;
const shownAtOnce = 160;
/** Within this many pixels of the bottom, the grid loads more. */
const near = 300;

/** A grid of emoji, operated by pointer, arrow keys or name. */
export const EmojiPicker = ({ anchor, onPick, onClose }: PickerProps) => {
  const { store } = useApp();
  const query = useSignal("");
  const at = useSignal(0);
  const shown = useSignal(shownAtOnce);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    loadRecentEmoji();
    void loadEmoji();
    root.current?.querySelector("input")?.focus();
  }, []);
  const found = findEmoji(store, query.value, shown.value);
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  const pick = (emoji: Emoji) => {
    rememberEmoji(emoji);
    onPick(emoji);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const chosen = found[at.value];
    if (step !== undefined) at.value = Math.max(0, Math.min(found.length - 1, at.value + step));
    else if (event.key === "Enter" && chosen) pick(chosen);
    else return;
    event.preventDefault();
    root.current?.querySelector(`#emoji-${at.value}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Floating anchor={anchor} class="picker" role="dialog" label={words.chooseEmoji} onClose={onClose}>
      <div ref={root}>
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
            shown.value = shownAtOnce;
          }}
          onKeyDown={onKeyDown}
        />
        <div
          class="emoji-grid"
          id="emoji-grid"
          role="listbox"
          aria-label={words.emoji}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < near) shown.value += shownAtOnce;
          }}
        >
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
              onClick={() => pick(emoji)}
            >
              <EmojiGlyph name={emoji.name} code={emoji.code} kind={emoji.kind} />
            </button>
          ))}
        </div>
      </div>
    </Floating>
  );
};
