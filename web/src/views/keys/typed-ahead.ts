import type { App } from "../../app/app";
import { deferred } from "../lazy/lazy-views";

// While code is still loading, people keep typing. Their keys wait, and then go where they were meant to go:
// to what a dialog or a shortcut has opened meanwhile.
const typed: KeyboardEvent[] = [];
let isLoading = false;

/** Holds back the keys pressed while a shortcut waits for its code. */
export const holdKeys = (until: Promise<unknown>): void => {
  isLoading = true;
  const end = () => {
    isLoading = false;
  };
  until.then(end, end);
};

const isMissing = (selector: string): boolean => document.querySelector(selector) === null;

const isComing = ({ composing, dialog }: App): boolean =>
  isLoading ||
  (dialog.peek() !== undefined && isMissing("dialog[open]")) ||
  (composing.peek() !== undefined && deferred.peek() === undefined && isMissing(".compose textarea"));

const isField = (target: Element): boolean => target.matches("input, textarea");

/** Passes the keys on one by one, so that each one sees the effects of the previous ones. */
const passOn = (app: App): void => {
  requestAnimationFrame(() => {
    const press = isComing(app) ? undefined : typed.shift();
    if (press) {
      const target = document.activeElement ?? document.body;
      if (isField(target) && press.key.length === 1) document.execCommand("insertText", false, press.key);
      else target.dispatchEvent(new KeyboardEvent("keydown", press));
    }
    if (typed.length > 0) passOn(app);
  });
};

/** Whether a key has to wait. Keys with Ctrl, and keys that only modify others, are left alone. */
export const typesAhead = (app: App, press: KeyboardEvent): boolean => {
  // Keys that are passed on.
  if (!press.isTrusted || !(isComing(app) || typed.length > 0)) return false;
  const { key, ctrlKey, metaKey } = press;
  const isTyped = press.getModifierState("AltGraph") || !(ctrlKey || metaKey);
  if (!isTyped || !/^(?:.|Enter|Arrow.*|Backspace|Escape)$/u.test(key)) return false;
  if (key === "Backspace") typed.pop();
  else if (key === "Escape") {
    typed.length = 0;
    app.dialog.value = undefined;
    app.composing.value = undefined;
  } else if (typed.push(press) === 1) passOn(app);
  return true;
};
