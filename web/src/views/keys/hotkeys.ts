import type { App } from "../../app/app";
import { followFocus, isAtResults, returnToReading } from "../../list/reading-focus";
import { isMac } from "../../ui/is-mac";
import { deferred, loadDeferred } from "../lazy/lazy-views";
import { firstKeys, selectedMessage } from "./first-keys";
import type { Hotkey } from "./hotkey";
import { isSingle, keyName } from "./keymap";
import { focusInView } from "./move-focus";
import { singleKeys } from "./single-keys";
import { holdKeys, typesAhead } from "./typed-ahead";

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

const isEmptyCompose = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement && target.value === "" && target.closest(".compose") !== null;

/** Where Ctrl+[ is: it goes to the home view whatever the settings say. */
const vimEscape = "BracketLeft";

/** Escape closes one thing at a time: the field being edited with its buttons, a menu, then the view. */
const leave = (app: App, { target, code }: KeyboardEvent): void => {
  if (isWriting(target) || (target instanceof Element && target.closest("form.compose"))) returnToReading();
  else if (app.isMenuOpen.value) app.isMenuOpen.value = false;
  else if (app.composing.value) app.composing.value = undefined;
  else if ("section" in app.location.value) app.go(app.before.value);
  else if (isAtResults() && code !== vimEscape) window.history.back();
  else if (code === vimEscape || app.store.settings.value.web_escape_navigates_to_home_view !== false)
    app.go(app.home.value);
};

/** The keys that close what they opened. */
const closing: Readonly<Record<string, string>> = { keys: "?", picture: "v", readers: "V", status: "Y" };

/** Runs a shortcut; false if the browser should handle the key. */
const run = (app: App, hotkey: Hotkey, target: EventTarget | null): boolean => {
  if (app.isSpectator && !hotkey.isForReaders) return false;
  const message = selectedMessage(app);
  if (message && hotkey.onMessage) return hotkey.onMessage(app, message, target) !== false;
  return hotkey.run ? hotkey.run(app, target) !== false : focusInView();
};

/** Keys that wait for deferred code. Others, such as Space, keep their usual function until it has loaded. */
const waits = /^(?:[!-~]|Ctrl\+[s.']|Alt\+p|ArrowLeft|.*F6)$/;

const named = (keys: Readonly<Record<string, Hotkey>>, name: string): Hotkey | undefined =>
  Object.hasOwn(keys, name) ? keys[name] : undefined;

const runByName = (app: App, name: string, target: EventTarget | null): boolean => {
  const parts = deferred.peek();
  const hotkey = named(firstKeys, name) ?? (parts && named(parts.laterKeys, name));
  if (hotkey) return run(app, hotkey, target);
  const isOnMessage = target instanceof Element && target.matches("article");
  if (parts || !(waits.test(name) || (name === "Enter" && isOnMessage))) return false;
  holdKeys(
    loadDeferred().then(({ laterKeys }) => {
      const later = named(laterKeys, name);
      if (later) run(app, later, target);
    }),
  );
  return true;
};

/** Whether a shortcut means the key that was pressed, wherever the focus is. */
const isFree = (name: string, target: EventTarget | null): boolean => {
  // In a field, Ctrl+S means saving a text, not starring a message.
  if (/^(?:Ctrl|Alt)\+|F6$/.test(name)) return name !== "Ctrl+s" || !isWriting(target);
  if (isWriting(target)) return /^Arrow(?:Left|Up)$/.test(name) && isEmptyCompose(target);
  if (isSingle(name) && !singleKeys.value) return false;
  return !(target instanceof HTMLElement && target.closest("[role=menu], [role=listbox], .new-message"));
};

const press = (app: App, name: string, event: KeyboardEvent): boolean => {
  const { target } = event;
  const open = app.dialog.value?.kind;
  if (name === "Ctrl+[") {
    // Vim's Escape.
    if (open) app.dialog.value = undefined;
    else
      target?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", code: vimEscape, bubbles: true, cancelable: true }),
      );
    return true;
  }
  if (open) {
    if (closing[open] !== name || !isFree(name, target)) return false;
    app.dialog.value = undefined;
    return true;
  }
  if (name === "Escape") leave(app, event);
  else if (name === "Ctrl+k" && !app.isSpectator) app.dialog.value = { kind: "go" };
  else return isFree(name, target) && runByName(app, name, target);
  return true;
};

/** Listens for keyboard shortcuts as long as the window lives. They are those of Zulip's clients. */
export const listenToKeys = (app: App): void => {
  followFocus();
  // Keys that compose a character belong to the input method: nothing else here receives them.
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
      else if (typesAhead(app, event)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    const name = event.defaultPrevented ? undefined : keyName(event, isMac);
    // People who use the keyboard will need the other shortcuts.
    if (!deferred.peek()) void loadDeferred().catch(() => undefined);
    if (name !== undefined && press(app, name, event)) event.preventDefault();
  });
};
