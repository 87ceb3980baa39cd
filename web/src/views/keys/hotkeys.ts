import type { App } from "../../app/app";
import { channelIdIn, narrowOf, placeIn } from "../../app/location";
import { goToNext } from "../../app/next-unread";
import type { ListEnd } from "../../store/message-list";
import { policyOf } from "../../store/muting";
import { type Place, placeOf } from "../../store/place";
import { mayEdit, mayMove } from "../../store/rights";
import { picturesIn } from "../../ui/pictures";
import type { Message } from "../../wire/wire";
import { quote, replyTo, startMove, toggleReaction, toggleStar, unreadFrom } from "../messages/actions";
import { setPolicy } from "../topics/topic-actions";
import { focusInView, page, step } from "./move-focus";
import { nextRegion } from "./regions";
import { singleKeys } from "./single-keys";

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

const jumpTo = (app: App, end: ListEnd): boolean => {
  if (document.querySelector(".scroller") === null) return false;
  app.jump.value = end;
  return true;
};

const selectedMessage = (app: App): Message | undefined => {
  const id = app.selected.value;
  return id === undefined ? undefined : app.store.messageStore.get(id);
};

const composeField = (): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>(".compose textarea");

const startWriting = (app: App, kind: Place["kind"]): void => {
  const field = composeField();
  const at = app.location.value;
  const here = at.screen === "narrow" ? placeIn(at.narrow, app.store.ownId) : undefined;
  if (kind === "topic" && field && here) {
    field.focus();
    return;
  }
  const channelId = at.screen === "narrow" ? channelIdIn(at.narrow) : undefined;
  app.composing.value = { kind, ...(kind === "topic" && channelId !== undefined && { channelId }) };
};

/** Without a selected message, replies to the conversation on screen, or to the message in view. */
const reply = (app: App): boolean => {
  const field = composeField();
  field?.focus();
  if (field) return true;
  const message = focusInView() ? selectedMessage(app) : undefined;
  if (message) replyTo(app, message);
  return message !== undefined;
};

const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

/** Keys that act on a message. */
const onMessage = (app: App, key: string, message: Message): boolean => {
  const place = placeOf(message);
  const narrow = narrowOf(place, app.store.ownId);
  switch (key) {
    case "r":
      replyTo(app, message);
      return true;
    case ">":
      void app.attempt(quote(app, message));
      return true;
    case "e":
      if (mayEdit(app.store, message, Date.now() / 1000)) app.editing.value = message.id;
      return true;
    case "+":
      void toggleReaction(app, message, { name: "+1", code: "1f44d", kind: "unicode_emoji" });
      return true;
    case ":":
      press(`#message-${message.id} .actions > button:first-child`);
      return true;
    case "i":
      press(`#message-${message.id} .actions > button:last-of-type`);
      return true;
    case "u":
      app.dialog.value = { kind: "person", userId: message.sender_id };
      return true;
    case "s":
      app.go({ screen: "narrow", narrow });
      return true;
    case "S":
      app.go({ screen: "narrow", narrow: narrow.slice(0, 1) });
      return true;
    case "m": {
      const rights = mayMove(app.store, message, Date.now() / 1000);
      if (rights.topic || rights.channel) startMove(app, message);
      return true;
    }
    case "v": {
      const picture = picturesIn(message.content)[0];
      if (picture) app.dialog.value = { kind: "picture", picture };
      return picture !== undefined;
    }
    case "H":
      app.dialog.value = { kind: "versions", messageId: message.id };
      return true;
    case "V":
      app.dialog.value = { kind: "readers", messageId: message.id };
      return true;
    case "U":
      void unreadFrom(app, message);
      return true;
    default:
      return false;
  }
};

const muteHere = (app: App): void => {
  const at = app.location.value;
  const place = at.screen === "narrow" ? placeIn(at.narrow, app.store.ownId) : undefined;
  if (place?.kind !== "topic") return;
  const policy = policyOf(app.store, place.channelId, place.topic) === 1 ? 0 : 1;
  void setPolicy(app, place.channelId, place.topic, policy);
};

/** Keys that work everywhere. */
const anywhere = (app: App, key: string): boolean => {
  switch (key) {
    case "j":
    case "ArrowDown":
      step(1);
      return true;
    case "k":
    case "ArrowUp":
      step(-1);
      return true;
    case "Home":
      return jumpTo(app, "oldest");
    case "End":
    case "G":
      return jumpTo(app, "newest");
    case "PageUp":
      return page(-1);
    case "PageDown":
      return page(1);
    case "r":
      return reply(app);
    case "n":
      goToNext(app, "topic");
      return true;
    case "p":
      goToNext(app, "direct");
      return true;
    case "c":
      startWriting(app, "topic");
      return true;
    case "x":
      startWriting(app, "direct");
      return true;
    case "/":
      document.getElementById("search")?.focus();
      return true;
    case "q":
      app.isMenuOpen.value = true;
      document.getElementById("side-filter")?.focus();
      return true;
    case "?":
      app.dialog.value = { kind: "keys" };
      return true;
    case "I":
      app.go({ screen: "inbox" });
      return true;
    case "t":
      app.go({ screen: "recent" });
      return true;
    case "a":
      app.go({ screen: "narrow", narrow: [] });
      return true;
    case "*":
      app.go({ screen: "narrow", narrow: [{ operator: "is", operand: "starred" }] });
      return true;
    case "M":
      muteHere(app);
      return true;
    default:
      return false;
  }
};

const isSingle = (key: string): boolean => key.length === 1;

/** Escape closes one thing at a time: the field being edited, a menu, then the view. */
const leave = (app: App, target: EventTarget | null): void => {
  if (isWriting(target)) (target as HTMLElement).blur();
  else if (app.isMenuOpen.value) app.isMenuOpen.value = false;
  else if (app.composing.value) app.composing.value = undefined;
  else app.go("section" in app.location.value ? app.before.value : { screen: "inbox" });
};

/** Keys that change a message or open something about it. Without a selected message, they select one first. */
const selectingKeys: ReadonlySet<string> = new Set(">e+:iusSmvHVU");

/** Keys that work for spectators. */
const readingKeys: ReadonlySet<string> = new Set(
  "j k G q s S v / ? ArrowDown ArrowUp Home End PageUp PageDown".split(" "),
);

/** Listens for keyboard shortcuts as long as the window lives. They are those of Zulip's clients. */
export const listenToKeys = (app: App): void => {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || app.dialog.value !== undefined || event.isComposing) return;
    const message = selectedMessage(app);
    const isDone = ((): boolean => {
      if (key === "F6") {
        nextRegion(event.shiftKey ? -1 : 1);
        return true;
      }
      if (app.isSpectator && key !== "Escape" && !readingKeys.has(key)) return false;
      if ((event.ctrlKey || event.metaKey) && key === "k") {
        app.dialog.value = { kind: "go" };
        return true;
      }
      if ((event.ctrlKey || event.metaKey) && key === "s" && message) {
        void toggleStar(app, message);
        return true;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      if (key === "Escape") {
        leave(app, target);
        return true;
      }
      if (isWriting(target) || (isSingle(key) && !singleKeys.value)) return false;
      const isOnButton = target instanceof HTMLElement && target.closest("[role=menu], [role=listbox]");
      if (isOnButton) return false;
      if (message !== undefined && onMessage(app, key, message)) return true;
      return anywhere(app, key) || (message === undefined && selectingKeys.has(key) && focusInView());
    })();
    if (isDone) event.preventDefault();
  });
};
