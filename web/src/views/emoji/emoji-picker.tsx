import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { EmojiGlyph } from "../../ui/emoji-glyph";
import { Floating } from "../../ui/menu";
import { useChoice } from "../../ui/use-choice";
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
  const shown = useSignal(shownAtOnce);
  const root = useRef<HTMLDivElement>(null);
  // At once: what is typed next is meant for it.
  useLayoutEffect(() => root.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    loadRecentEmoji();
    void loadEmoji();
  }, []);
  const found = findEmoji(store, query.value, shown.value);
  const pick = (index: number) => {
    const emoji = found[index];
    if (emoji === undefined) return;
    rememberEmoji(emoji);
    onPick(emoji);
  };
  const choice = useChoice({ id: "emoji", count: found.length, onPick: pick, columns });
  return (
    <Floating anchor={anchor} class="picker" role="dialog" label={words.chooseEmoji} onClose={onClose}>
      <div ref={root}>
        <input
          class="field"
          {...choice.field}
          aria-label={words.findEmoji}
          placeholder={words.findEmoji}
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
            choice.restart();
            shown.value = shownAtOnce;
          }}
          onKeyDown={choice.onKeyDown}
        />
        <div
          class="emoji-grid"
          {...choice.list(words.emoji)}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < near) shown.value += shownAtOnce;
          }}
        >
          {found.map((emoji, index) => (
            <button
              key={`${emoji.kind} ${emoji.code}`}
              type="button"
              {...choice.option(index)}
              aria-label={emoji.name.replaceAll("_", " ")}
              title={`:${emoji.name}:`}
              onClick={() => pick(index)}
            >
              <EmojiGlyph name={emoji.name} code={emoji.code} kind={emoji.kind} />
            </button>
          ))}
        </div>
      </div>
    </Floating>
  );
};
