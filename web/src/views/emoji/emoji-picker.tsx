import { useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { EmojiGlyph } from "../../ui/emoji-glyph";
import { Floating } from "../../ui/menu";
import { useChoice } from "../../ui/use-choice";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { emojiWords } from "../../words/en-emoji";
import { type Emoji, findEmoji, loadEmoji } from "./emoji";
import {
  columns,
  drawnRows,
  headingHeight,
  placeSections,
  rowHeight,
  sectionAt,
  sectionInView,
  stepInRows,
  topOfRow,
} from "./emoji-rows";
import { type EmojiSection, emojiSections, loadEmojiOrder } from "./emoji-sections";
import { EmojiTabs } from "./emoji-tabs";
import { loadRecentEmoji, rememberEmoji } from "./recent-emoji";

interface PickerProps {
  /** The element that opened it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onPick: (emoji: Emoji) => void;
  readonly onClose: () => void;
}

/** The most results shown: a better query beats scrolling further. */
const mostFound = 240;

/** Emoji by section, or those that a query finds; operated by pointer, arrow keys or name. */
export const EmojiPicker = ({ anchor, onPick, onClose }: PickerProps) => {
  const { store } = useApp();
  const query = useSignal("");
  const scrolled = useSignal(0);
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  // At once, because what the user types next is meant for it.
  useLayoutEffect(() => root.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    loadRecentEmoji();
    void loadEmoji();
    void loadEmojiOrder();
  }, []);
  const sections = useComputed((): readonly EmojiSection[] =>
    query.value === ""
      ? emojiSections(store)
      : [{ name: "frequent", emoji: findEmoji(store, query.value, mostFound) }],
  ).value;
  const heading = query.value === "" ? headingHeight : 0;
  const placed = placeSections(
    sections.map(({ emoji }) => emoji.length),
    heading,
  );
  const all = sections.flatMap(({ emoji }) => emoji);
  const pick = (index: number) => {
    const emoji = all[index];
    if (emoji === undefined) return;
    rememberEmoji(emoji);
    onPick(emoji);
  };
  const isRightToLeft = document.dir === "rtl";
  const mirrored: Readonly<Record<string, string>> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };
  const choice = useChoice({
    id: "emoji",
    count: all.length,
    onPick: pick,
    stepFrom: (at, key) => stepInRows(placed, at, isRightToLeft ? (mirrored[key] ?? key) : key),
  });
  const scrollTo = (top: number) => {
    if (grid.current) grid.current.scrollTop = top;
  };
  // The chosen emoji may be so far away that it isn't in the document yet.
  useLayoutEffect(() => {
    const shown = grid.current;
    if (shown === null || choice.chosen < 0) return;
    const top = choice.chosen === 0 ? 0 : topOfRow(placed, choice.chosen, heading);
    if (top < shown.scrollTop + heading) scrollTo(top - heading);
    else if (top + rowHeight > shown.scrollTop + shown.clientHeight)
      scrollTo(top + rowHeight - shown.clientHeight);
  }, [choice.chosen, query.value]);
  // An emoji that isn't in the document can't be pointed to.
  const section = placed[sectionAt(placed, choice.chosen)];
  const drawn = section && drawnRows(section, scrolled.value, heading);
  const row = section ? Math.floor((choice.chosen - section.start) / columns) : 0;
  const isDrawn = drawn !== undefined && row >= drawn.from && row < drawn.to;
  const current = sections[sectionInView(placed, scrolled.value)]?.name;
  return (
    <Floating
      anchor={anchor}
      class="picker"
      role="dialog"
      label={deferredWords.chooseEmoji}
      onClose={onClose}
    >
      <div ref={root}>
        <input
          class="field"
          {...choice.field}
          {...(!isDrawn && { "aria-activedescendant": undefined })}
          aria-label={deferredWords.findEmoji}
          placeholder={deferredWords.findEmoji}
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
            choice.restart();
          }}
          onKeyDown={choice.onKeyDown}
        />
        {heading > 0 && (
          <EmojiTabs
            names={sections.map(({ name }) => name)}
            current={current}
            onChoose={(index) => scrollTo(placed[index]?.top ?? 0)}
          />
        )}
        <div
          ref={grid}
          class="emoji-grid"
          {...choice.list(words.emoji)}
          onScroll={({ currentTarget }) => {
            scrolled.value = currentTarget.scrollTop;
          }}
        >
          {sections.map(({ name, emoji }, index) => {
            const at = placed[index];
            if (at === undefined) return null;
            const { from, to } = drawnRows(at, scrolled.value, heading);
            return (
              // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not field sets
              <div key={name} role="group" aria-label={heading > 0 ? emojiWords.sections[name] : words.emoji}>
                {heading > 0 && (
                  <div class="emoji-heading" aria-hidden="true">
                    {emojiWords.sections[name]}
                  </div>
                )}
                <div
                  class="emoji-rows"
                  role="presentation"
                  style={{ height: `${at.rows * rowHeight}px`, paddingBlockStart: `${from * rowHeight}px` }}
                >
                  {emoji.slice(from * columns, to * columns).map((one, offset) => {
                    const index = at.start + from * columns + offset;
                    return (
                      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: its role is that of an option
                      <button
                        key={`${one.kind} ${one.code}`}
                        type="button"
                        {...choice.option(index)}
                        aria-label={one.name.replaceAll("_", " ")}
                        aria-setsize={at.count}
                        aria-posinset={index - at.start + 1}
                        title={`:${one.name}:`}
                        onClick={() => pick(index)}
                      >
                        <EmojiGlyph name={one.name} code={one.code} kind={one.kind} />
                      </button>
                    );
                  })}
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </Floating>
  );
};
