import { useSignal } from "@preact/signals";
import { AnyIcon } from "../../ui/any-icon";
import { isMac } from "../../ui/is-mac";
import type { MenuAction } from "../../ui/menu";
import { shownKey } from "../../ui/shown-key";
import { formatWords } from "../../words/en-format";
import { MenuButton } from "../lazy/menu-button";
import { type Format, formatKeys } from "./format-text";

const formats = [
  "bold",
  "italic",
  "strikethrough",
  "link",
  "numberedList",
  "bulletedList",
  "quote",
  "spoiler",
  "code",
  "math",
] as const satisfies readonly Format[];

/** A format's shortcut, written out for screen readers. */
const spokenKey = (format: Format): string | undefined => {
  const key = formatKeys[format];
  if (key === undefined) return undefined;
  const shift = /^[A-Z]$/.test(key) ? "Shift+" : "";
  return `${isMac ? "Meta" : "Control"}+${shift}${key.length === 1 ? key.toUpperCase() : key}`;
};

/** A format's name and key. */
const titleOf = (format: Format): string => {
  const key = formatKeys[format];
  const label = formatWords[format];
  return key === undefined ? label : formatWords.withKey(label, shownKey(`Ctrl+${key}`, isMac));
};

interface FormatToolsProps {
  /** Formats what is selected. */
  readonly onFormat: (format: Format) => void;
}

/** Buttons that format what is selected: a toolbar that arrow keys lead through, or a menu where that has no room. */
export const FormatTools = ({ onFormat }: FormatToolsProps) => {
  const at = useSignal(0);
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const { currentTarget, key } = event;
    const isRightToLeft = getComputedStyle(currentTarget).direction === "rtl";
    const last = formats.length - 1;
    const goals: Readonly<Record<string, number>> = {
      [isRightToLeft ? "ArrowLeft" : "ArrowRight"]: at.value === last ? 0 : at.value + 1,
      [isRightToLeft ? "ArrowRight" : "ArrowLeft"]: at.value === 0 ? last : at.value - 1,
      Home: 0,
      End: last,
    };
    const goal = goals[key];
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    at.value = goal;
    currentTarget.querySelectorAll("button")[goal]?.focus();
  };
  const actions: readonly MenuAction[] = formats.map((format) => ({
    icon: format,
    label: formatWords[format],
    run: () => onFormat(format),
  }));
  return (
    <>
      <div
        role="toolbar"
        aria-label={formatWords.formatting}
        tabIndex={-1}
        class="format-tools"
        onKeyDown={onKeyDown}
      >
        {formats.map((format, index) => (
          <button
            key={format}
            type="button"
            class="quiet"
            aria-label={formatWords[format]}
            aria-keyshortcuts={spokenKey(format)}
            title={titleOf(format)}
            tabIndex={index === at.value ? 0 : -1}
            onFocus={() => {
              at.value = index;
            }}
            onClick={() => onFormat(format)}
          >
            <AnyIcon name={format} />
          </button>
        ))}
      </div>
      <MenuButton
        class="format-menu"
        sign={<AnyIcon name="format" />}
        label={formatWords.formatting}
        actions={() => actions}
      />
    </>
  );
};
