import { changeFlag } from "../../api/requests";
import type { App } from "../../app/app";
import { isPhone } from "../../app/layers";
import { channelIdIn, narrowOf, placeIn } from "../../app/location";
import { focusWithLeastScroll } from "../../list/reading-focus";
import { mayEdit, mayMove } from "../../store/message-rights";
import { policyOf } from "../../store/muting";
import { directPlace, type Place, placeOf } from "../../store/place";
import { picturesIn } from "../../ui/pictures";
import { TopicPolicy } from "../../wire/numbers";
import type { Message } from "../../wire/wire";
import {
  copyLink,
  forward,
  quote,
  startMove,
  toggleReaction,
  toggleStar,
  unreadFrom,
} from "../messages/actions";
import { showWhole } from "../messages/tall-messages";
import { replyTo, writeTo } from "../messages/write-to";
import { channelsInOrder } from "../places/channel-groups";
import { goToNext } from "../places/next-unread";
import { setPolicy } from "../topics/topic-actions";
import { type firstKeys, placeOnScreen } from "./first-keys";
import { goToComposed } from "./go-to-composed";
import type { Hotkey } from "./hotkey";
import type { KeyElsewhere, ListedKey } from "./key-table";
import { page } from "./move-focus";
import { press, pressTool } from "./press-button";
import { nextRegion } from "./regions";
import { holdKeys } from "./typed-ahead";

const open = (kind: "versions" | "readers"): Hotkey => ({
  onMessage: (app, { id }) => {
    app.dialog.value = { kind, messageId: id };
  },
});

const isOn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.matches(selector);

/** Goes to a message in its conversation. */
const toMessageIn = (app: App, message: Message): void =>
  app.go({ screen: "narrow", narrow: narrowOf(placeOf(message), app.store.ownId), near: message.id });

/** Replies to a message, or opens its conversation if the view shows only some of that. */
const enter: NonNullable<Hotkey["onMessage"]> = (app, message, target) => {
  if (!isOn(target, "article")) return false;
  const at = app.location.value;
  const isWhole =
    at.screen === "narrow" && at.narrow.every(({ operator }) => /^(?:channel|topic|dm)$/.test(operator));
  return isWhole ? replyTo(app, message) : toMessageIn(app, message);
};

const replyToSender = (app: App, { sender_id }: Message): void =>
  writeTo(app, directPlace([sender_id, app.store.ownId]));

const mentionSender = (app: App, message: Message): void =>
  replyTo(app, message, `@**${app.names.userName(message.sender_id) ?? ""}|${message.sender_id}** `);

const repeatFirstReaction = (app: App, message: Message): void => {
  const [first] = message.reactions;
  if (first === undefined) return;
  const { emoji_name: name, emoji_code: code, reaction_type: kind } = first;
  void toggleReaction(app, message, { name, code, kind });
};

/** Shows what is hidden of a message, and hides a message that is shown whole. */
const toggleCollapsed = (app: App, { id, flags }: Message): void => {
  if (showWhole(id) || app.isSpectator) return;
  void app.attempt(changeFlag([id], flags.includes("collapsed") ? "remove" : "add", "collapsed"));
};

const toggleMuted = (app: App, place: Place | undefined): boolean => {
  if (place?.kind !== "topic") return false;
  const isMuted = policyOf(app.store, place.channelId, place.topic) === TopicPolicy.muted;
  const policy = isMuted ? TopicPolicy.inherit : TopicPolicy.muted;
  void setPolicy(app, place.channelId, place.topic, policy);
  return true;
};

const listTopics = (app: App, channelId: number | undefined): boolean => {
  if (channelId === undefined) return false;
  app.dialog.value = { kind: "go", scope: channelId };
  return true;
};

/** Goes to the next or the previous channel in the sidebar. */
const cycle = (by: 1 | -1): Hotkey => ({
  run: (app) => {
    const ids = channelsInOrder(app.store);
    const at = app.location.value;
    const here = at.screen === "narrow" ? channelIdIn(at.narrow) : undefined;
    const from = here === undefined ? -1 : ids.indexOf(here);
    const to = ids[from < 0 ? (by > 0 ? 0 : ids.length - 1) : (from + by + ids.length) % ids.length];
    if (to !== undefined) app.go({ screen: "narrow", narrow: [{ operator: "channel", operand: to }] });
  },
});

/** Edits the user's last message in view. */
const editLast = (app: App, target: EventTarget | null): boolean => {
  if (!isOn(target, "body, article, .scroller, .compose textarea")) return false;
  const last = [...document.querySelectorAll<HTMLElement>(".scroller article[data-id]")]
    .flatMap(({ dataset }) => app.store.messageStore.get(Number(dataset.id)) ?? [])
    .findLast((message) => mayEdit(app.store, message, Date.now() / 1000));
  if (last === undefined) return false;
  focusWithLeastScroll(document.getElementById(`message-${last.id}`));
  app.editing.value = last.id;
  return true;
};

const scroll = (by: 1 | -1): Hotkey => ({ isForReaders: true, run: () => page(by) });

/** Space scrolls where it doesn't press what has the focus. */
const scrollBySpace = (by: 1 | -1): Hotkey => ({
  isForReaders: true,
  run: (_app, target) => isOn(target, "body, article, main, section, div") && page(by),
});

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

/** The shortcuts that come with the deferred code: each that is listed and isn't there from the start. */
export const laterKeys: Readonly<Record<Exclude<ListedKey, keyof typeof firstKeys | KeyElsewhere>, Hotkey>> =
  {
    ">": { onMessage: (app, message) => holdKeys(app.attempt(quote(app, message))) },
    e: {
      onMessage: (app, message) => {
        if (mayEdit(app.store, message, Date.now() / 1000)) app.editing.value = message.id;
        else app.dialog.value = { kind: "source", messageId: message.id };
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
    F6: { isForReaders: true, run: () => nextRegion(1) },
    "Shift+F6": { isForReaders: true, run: () => nextRegion(-1) },
    q: { run: filterSidebar, isForReaders: true },
    J: scroll(1),
    K: scroll(-1),
    " ": scrollBySpace(1),
    "Shift+ ": scrollBySpace(-1),
    A: cycle(-1),
    D: cycle(1),
    n: { run: (app) => goToNext(app, "topic") },
    p: { run: (app) => goToNext(app, "direct") },
    N: { run: (app) => goToNext(app, "topic", true) },
    P: { run: (app) => app.go({ screen: "narrow", narrow: [{ operator: "is", operand: "dm" }] }) },
    d: { run: (app) => app.go({ screen: "drafts" }) },
    w: {
      run: (app) => {
        app.dialog.value = { kind: "go", scope: "people" };
      },
    },
    y: {
      onMessage: (app, { stream_id }) => listTopics(app, stream_id),
      run: (app) => {
        const at = app.location.value;
        return listTopics(app, at.screen === "narrow" ? channelIdIn(at.narrow) : undefined);
      },
    },
    g: { run: () => press(".side-head [aria-haspopup]") },
    Y: {
      run: (app) => {
        app.dialog.value = { kind: "status" };
      },
    },
    z: { onMessage: toMessageIn, isForReaders: true },
    S: {
      isForReaders: true,
      onMessage: (app, message) =>
        app.go({ screen: "narrow", narrow: narrowOf(placeOf(message), app.store.ownId).slice(0, 1) }),
    },
    M: {
      onMessage: (app, message) => toggleMuted(app, placeOf(message)),
      run: (app) => toggleMuted(app, placeOnScreen(app)),
    },
    U: { onMessage: (app, message) => void unreadFrom(app, message) },
    Enter: { onMessage: enter, run: () => false },
    R: { onMessage: replyToSender },
    "@": { onMessage: mentionSender },
    "<": { onMessage: (app, message) => holdKeys(app.attempt(forward(app, message))) },
    ArrowLeft: { run: editLast, onMessage: (app, _message, target) => editLast(app, target) },
    "Alt+p": { run: () => pressTool(".preview-button") },
    "Ctrl+'": { run: () => pressTool(".tool-snippet") },
    "Ctrl+.": { run: goToComposed },
    "=": { onMessage: repeatFirstReaction },
    "-": { onMessage: toggleCollapsed, isForReaders: true },
    l: { onMessage: (app, message) => void copyLink(app, message) },
    m: {
      onMessage: (app, message) => {
        const rights = mayMove(app.store, message, Date.now() / 1000);
        if (rights.topic || rights.channel) startMove(app, message);
      },
    },
    v: {
      isForReaders: true,
      onMessage: (app, { id, content }) => {
        const picture = picturesIn(content)[0];
        const within = document.getElementById(`message-${id}`);
        if (picture) app.dialog.value = { kind: "picture", picture, within };
        return picture !== undefined;
      },
    },
    u: {
      onMessage: (app, { sender_id: userId }) => {
        app.dialog.value = { kind: "person", userId };
      },
    },
    H: open("versions"),
    V: open("readers"),
  };
