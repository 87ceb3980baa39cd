import { Icon } from "../../ui/icon";
import { emojiOf } from "../../ui/message-html";
import { stepInRow } from "../../ui/step-in-row";
import { emojiWords } from "../../words/en-emoji";
import type { SectionName } from "./emoji-sections";

/** The emoji on a section's tab; the others have icons. */
const signs: Readonly<Partial<Record<SectionName, string>>> = {
  smileys: "1f600",
  people: "1f44b",
  nature: "1f43b",
  food: "1f34e",
  travel: "1f697",
  activities: "26bd",
  objects: "1f4a1",
  symbols: "1f523",
  flags: "1f6a9",
};

interface EmojiTabsProps {
  readonly names: readonly SectionName[];
  /** The section in view. */
  readonly current: SectionName | undefined;
  readonly onChoose: (index: number) => void;
}

/** A row of buttons that lead to the sections; one of them is in the tab order, and arrows lead to the others. */
export const EmojiTabs = ({ names, current, onChoose }: EmojiTabsProps) => {
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const goal = stepInRow(event, at, buttons.length);
    if (goal === undefined) return;
    buttons[goal]?.focus();
    event.preventDefault();
  };
  return (
    <div class="emoji-tabs" role="toolbar" aria-label={emojiWords.categories} onKeyDown={onKeyDown}>
      {names.map((name, index) => {
        const sign = signs[name];
        return (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-label={emojiWords.sections[name]}
            title={emojiWords.sections[name]}
            aria-pressed={name === current}
            tabIndex={name === (current ?? names[0]) ? 0 : -1}
            onClick={() => onChoose(index)}
          >
            {sign ? (
              <span class="glyph">{emojiOf(sign)}</span>
            ) : (
              <Icon name={name === "custom" ? "star" : "clock"} />
            )}
          </button>
        );
      })}
    </div>
  );
};
