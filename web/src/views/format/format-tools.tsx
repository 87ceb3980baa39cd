import { useSignal } from "@preact/signals";
import { AnyIcon } from "../../ui/any-icon";
import { isMac } from "../../ui/is-mac";
import type { MenuAction } from "../../ui/menu";
import { shownKey } from "../../ui/shown-key";
import { stepInRow } from "../../ui/step-in-row";
import { formatWords } from "../../words/en-format";
import { MenuButton } from "../lazy/menu-button";
import { type Format, formatKeys, formats } from "./format-text";

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
    const ends: Readonly<Record<string, number>> = { Home: 0, End: formats.length - 1 };
    const goal = ends[event.key] ?? stepInRow(event, at.value, formats.length);
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    at.value = goal;
    event.currentTarget.querySelectorAll("button")[goal]?.focus();
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
