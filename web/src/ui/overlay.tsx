import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../words/en";
import { cardWords } from "../words/en-cards";
import { deferredWords } from "../words/en-deferred";
import { AnyIcon } from "./any-icon";
import { useLayer } from "./use-layer";

interface OverlayProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** Asks whether to discard what was entered; the focus returns to where it was. */
const DiscardQuestion = ({ onDiscard, onKeep }: Record<"onDiscard" | "onKeep", () => void>) => {
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    keep.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div class="discard-question" role="alertdialog" aria-label={cardWords.discardQuestion}>
      <p>{cardWords.discardQuestion}</p>
      <button type="button" class="plain" onClick={onDiscard}>
        {deferredWords.discard}
      </button>
      <button ref={keep} type="button" class="primary" onClick={onKeep}>
        {cardWords.keepEditing}
      </button>
    </div>
  );
};

/**
 * A modal dialog. Escape, Back on a phone and a click outside close it, unless a form in it has been filled in: then
 * the click does nothing, and the others ask first.
 */
export const Overlay = ({ title, onClose, children, class: className = "" }: OverlayProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const isFilledIn = useRef(false);
  const isPressedOutside = useRef(false);
  const isAsking = useSignal(false);
  const closeOrAsk = () => {
    if (isFilledIn.current) isAsking.value = !isAsking.peek();
    else onClose();
  };
  useLayer(closeOrAsk, () => isFilledIn.current);
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
    <dialog
      ref={element}
      class={`overlay ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        closeOrAsk();
      }}
      onKeyDown={(event) => {
        // Browsers let a page prevent `cancel` once, and close the dialog at the next Escape.
        if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || !isFilledIn.current)
          return;
        event.preventDefault();
        closeOrAsk();
      }}
      onInput={({ target }) => {
        if (target instanceof Element && target.closest("form")) isFilledIn.current = true;
      }}
      onPointerDown={({ target }) => {
        // Somebody who selects text may release the mouse button outside.
        isPressedOutside.current = target === element.current;
      }}
      onClick={({ target }) => {
        if (target === element.current && isPressedOutside.current && !isFilledIn.current) onClose();
      }}
    >
      <header class="overlay-head">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label={words.close} onClick={onClose}>
          <AnyIcon name="close" />
        </button>
      </header>
      {isAsking.value && <DiscardQuestion onDiscard={onClose} onKeep={closeOrAsk} />}
      {children}
    </dialog>
  );
};
