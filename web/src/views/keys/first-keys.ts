import type { App } from "../../app/app";
import { isPhone } from "../../app/layers";
import { channelIdIn, narrowOf, placeIn } from "../../app/location";
import { goToNext } from "../../app/next-unread";
import type { ListEnd } from "../../store/message-list";
import { type Place, placeOf } from "../../store/place";
import { mayEdit } from "../../store/rights";
import type { Message } from "../../wire/wire";
import { quote, replyTo, toggleReaction, toggleStar } from "../messages/actions";
import type { Hotkey } from "./hotkey";
import type { ListedKey } from "./key-table";
import { focusInView, page, step } from "./move-focus";

const jumpTo = (end: ListEnd): Hotkey => ({
  isForReaders: true,
  run: (app) => {
    if (document.querySelector(".scroller") === null) return false;
    app.jump.value = end;
    return true;
  },
});

const move = (run: () => unknown): Hotkey => ({ isForReaders: true, run });

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

/** The message that has the keyboard focus, or had it last. */
export const selectedMessage = (app: App): Message | undefined => {
  const id = app.selected.value;
  return id === undefined ? undefined : app.store.messageStore.get(id);
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

/** Opens what a message's own button opens. */
const pressButton =
  (which: "first-child" | "last-of-type") =>
  (_app: App, { id }: Message): void =>
    document.querySelector<HTMLElement>(`#message-${id} .actions > button:${which}`)?.click();

/** Goes to the message's conversation, or from there to its channel. */
const toConversation = (app: App, message: Message): void => {
  const narrow = narrowOf(placeOf(message), app.store.ownId);
  const at = app.location.value;
  const isThere = at.screen === "narrow" && placeIn(at.narrow, app.store.ownId) !== undefined;
  app.go({ screen: "narrow", narrow: isThere ? narrow.slice(0, 1) : narrow });
};

const filterSidebar = (app: App): void => {
  if (isPhone()) app.isMenuOpen.value = true;
  document.getElementById("side-filter")?.focus();
};

const next = move(() => step(1));
const previous = move(() => step(-1));
const newest = jumpTo("newest");

/** The shortcuts that are there from the start; the others come with the deferred code. */
export const firstKeys = {
  j: next,
  ArrowDown: next,
  k: previous,
  ArrowUp: previous,
  Home: jumpTo("oldest"),
  End: newest,
  G: newest,
  PageUp: move(() => page(-1)),
  PageDown: move(() => page(1)),
  r: { onMessage: (app, message) => replyTo(app, message), run: reply },
  ">": { onMessage: (app, message) => void app.attempt(quote(app, message)) },
  e: {
    onMessage: (app, message) => {
      if (mayEdit(app.store, message, Date.now() / 1000)) app.editing.value = message.id;
    },
  },
  "+": {
    onMessage: (app, message) =>
      void toggleReaction(app, message, { name: "+1", code: "1f44d", kind: "unicode_emoji" }),
  },
  ":": { onMessage: pressButton("first-child") },
  i: { onMessage: pressButton("last-of-type") },
  s: { onMessage: toConversation, isForReaders: true },
  "Ctrl+s": { onMessage: (app, message) => void toggleStar(app, message) },
  n: { run: (app) => goToNext(app, "topic") },
  p: { run: (app) => goToNext(app, "direct") },
  c: { run: (app) => startWriting(app, "topic") },
  x: { run: (app) => startWriting(app, "direct") },
  "/": move(() => document.getElementById("search")?.focus()),
  q: { run: filterSidebar, isForReaders: true },
  I: { run: (app) => app.go({ screen: "inbox" }) },
  t: { run: (app) => app.go({ screen: "recent" }) },
  a: { run: (app) => app.go({ screen: "narrow", narrow: [] }) },
  "*": {
    run: (app) => app.go({ screen: "narrow", narrow: [{ operator: "is", operand: "starred" }] }),
  },
  "?": {
    isForReaders: true,
    run: (app) => {
      app.dialog.value = { kind: "keys" };
    },
  },
} as const satisfies Partial<Record<ListedKey, Hotkey>>;
