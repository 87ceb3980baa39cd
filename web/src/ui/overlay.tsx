import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../words/en";
import { Icon } from "./icon";
import { useLayer } from "./use-layer";

interface OverlayProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A modal dialog; Escape closes it, and so does a click outside unless a form in it has been filled in. */
export const Overlay = ({ title, onClose, children, class: className = "" }: OverlayProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const isFilledIn = useRef(false);
  const isPressedOutside = useRef(false);
  useLayer(onClose);
  // Focuses before the next key press, so that fast typists type into the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog
      ?.querySelector<HTMLElement>("input:not([type=checkbox], [type=radio], [type=color]), textarea")
      ?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={element}
      class={`overlay ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onInput={({ target }) => {
        if (target instanceof Element && target.closest("form")) isFilledIn.current = true;
      }}
      onPointerDown={({ target }) => {
        // Who selects text may let go of it outside.
        isPressedOutside.current = target === element.current;
      }}
      onClick={({ target }) => {
        if (target === element.current && isPressedOutside.current && !isFilledIn.current) onClose();
      }}
    >
      <header class="overlay-head">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
};
