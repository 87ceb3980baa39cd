import type { App } from "../../app/app";
import { channelIdIn, placeIn } from "../../app/location";
import { isInView } from "../../list/reading-focus";
import type { ListEnd } from "../../store/message-list";
import type { Place } from "../../store/place";
import type { Message } from "../../wire/wire";
import { replyTo, writeTo } from "../messages/write-to";
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

export const placeOnScreen = ({ location, store }: App): Place | undefined => {
  const at = location.value;
  return at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
};

const startWriting = (app: App, kind: Place["kind"]): void => {
  const field = composeField();
  const at = app.location.value;
  const here = placeOnScreen(app);
  if (kind === "topic" && field && here) {
    field.focus();
    return;
  }
  const channelId = at.screen === "narrow" ? channelIdIn(at.narrow) : undefined;
  // Where the channel can't be posted in, the form says so and offers others.
  app.composing.value = { kind, ...(kind === "topic" && channelId !== undefined && { channelId }) };
};

/** The message that has the keyboard focus, or had it last, unless it was scrolled out of view. */
export const selectedMessage = (app: App): Message | undefined => {
  const id = app.selected.value;
  const row = document.getElementById(`message-${id}`);
  return id !== undefined && row && isInView(row) ? app.store.messageStore.get(id) : undefined;
};

/** Without a selected message, replies to the conversation on screen, or to the message in view. */
const reply = (app: App): boolean => {
  const field = composeField();
  const here = placeOnScreen(app);
  const message = field || here || !focusInView() ? undefined : selectedMessage(app);
  if (field) field.focus();
  else if (here) writeTo(app, here);
  else if (message) replyTo(app, message);
  return field !== null || here !== undefined || message !== undefined;
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
  c: { run: (app) => startWriting(app, "topic") },
  x: { run: (app) => startWriting(app, "direct") },
  "/": move(() => document.getElementById("search")?.focus()),
} as const satisfies Partial<Record<ListedKey, Hotkey>>;
