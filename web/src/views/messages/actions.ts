import { changeReaction, deleteMessage } from "../../api/message-requests";
import { changeFlag } from "../../api/requests";
import type { App } from "../../app/app";
import { insertIntoCompose } from "../../app/insert-into-compose";
import { narrowOf } from "../../app/location";
import { markNarrowUnread } from "../../app/mark-unread";
import { forwardKeyOf } from "../../offline/draft-keys";
import { mayDelete, mayEdit, mayMove } from "../../store/message-rights";
import { placeOf } from "../../store/place";
import { copyText } from "../../ui/clipboard";
import type { MenuAction } from "../../ui/menu";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { messageActionWords } from "../../words/en-message-actions";
import type { Emoji } from "../emoji/emoji";
import { aboutMessage, sourceOf } from "./about-message";
import { isHiddenMessage, setRevealed } from "./hidden-messages";
import { messageText } from "./message-text";
import { selectedPart } from "./selected-part";
import { mayWrite, replyTo } from "./write-to";

/** The permanent URL of a message. */
const linkTo = (app: App, message: Message): string => {
  const narrow = narrowOf(placeOf(message), app.store.ownId);
  return `${location.origin}/${app.href({ screen: "narrow", narrow, near: message.id })}`;
};

/** Quotes what is selected of a message, or else all of it. */
const quoteOf = async (app: App, message: Message): Promise<string> => {
  const content = selectedPart(message.id) ?? (await sourceOf(message.id));
  const name = app.names.userName(message.sender_id) ?? words.somebody;
  const fence = "`".repeat(Math.max(3, ...[...content.matchAll(/^`+/gm)].map(([run]) => run.length + 1)));
  const heading = messageActionWords.quoteHeading(`@_**${name}|${message.sender_id}**`, linkTo(app, message));
  return `${heading}\n${fence}quote\n${content}\n${fence}\n`;
};

/** Quotes a message in the compose box of its conversation. */
export const quote = async (app: App, message: Message): Promise<void> => {
  if (mayWrite(app, placeOf(message))) replyTo(app, message, await quoteOf(app, message));
};

/** Quotes a message in a new one, for which the user then chooses a recipient, or reopens the one begun before. */
export const forward = async (app: App, message: Message): Promise<void> => {
  const draftKey = forwardKeyOf(message.id);
  const text = app.drafts.textOf(draftKey) === "" ? await quoteOf(app, message) : "";
  app.composing.value = { kind: "topic", draftKey };
  insertIntoCompose(text, ".new-message select");
};

/** Stars or unstars a message; unstarring can be undone. */
export const toggleStar = async (app: App, message: Message): Promise<void> => {
  const isStarred = message.flags.includes("starred");
  const change = changeFlag([message.id], isStarred ? "remove" : "add", "starred");
  const isDone = await app.attempt(aboutMessage(message.id, change));
  if (isDone && isStarred)
    app.showToast({
      text: messageActionWords.unstarred,
      act: {
        label: deferredWords.undo,
        run: () => void app.attempt(changeFlag([message.id], "add", "starred")),
      },
    });
};

/** Marks a message and those after it as unread, and confirms it, because nothing else shows it. */
export const unreadFrom = (app: App, message: Message): Promise<boolean> => {
  const narrow = narrowOf(placeOf(message), app.store.ownId);
  const from = { towards: "newer", id: message.id } as const;
  app.reads.holdOff();
  return markNarrowUnread(app, narrow, from, messageActionWords.markedUnread);
};

/** Adds the user's reaction, or removes it if they have already reacted so. */
export const toggleReaction = (app: App, message: Message, emoji: Emoji): Promise<boolean> => {
  const isThere = message.reactions.some(
    (one) => one.user_id === app.store.ownId && one.emoji_code === emoji.code,
  );
  return app.attempt(aboutMessage(message.id, changeReaction(message.id, isThere ? "remove" : "add", emoji)));
};

const startEdit = (app: App, message: Message): void => {
  app.editing.value = message.id;
};

/** Opens the dialog that moves a message. */
export const startMove = (app: App, message: Message): void => {
  const { stream_id: channelId = 0, subject: topic, id: messageId } = message;
  app.dialog.value = { kind: "move", channelId, topic, messageId };
};

/** How many characters of a message are enough to recognize it. */
const enough = 200;

const beginningOf = (message: Message): string => {
  const signs = [...messageText(message.content)];
  return signs.length > enough ? `${signs.slice(0, enough).join("")}…` : signs.join("");
};

const askToDelete = (app: App, message: Message): void => {
  app.dialog.value = {
    kind: "confirm",
    text: messageActionWords.deleteQuestion,
    about: isHiddenMessage(app, message) ? words.mutedMessage : beginningOf(message),
    label: deferredWords.delete,
    run: () => void app.attempt(aboutMessage(message.id, deleteMessage(message.id))),
  };
};

/** Copies the permanent URL of a message. */
export const copyLink = async (app: App, message: Message): Promise<void> => {
  await copyText(linkTo(app, message));
  app.showToast({ text: deferredWords.linkCopied });
};

const hasVersions = (app: App, message: Message): boolean =>
  app.store.realm.value.realm_message_edit_history_visibility_policy !== "none" &&
  (message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined);

/** The actions on a message that the user is permitted. */
export const actionsOn = (app: App, message: Message) => {
  const now = Date.now() / 1000;
  const realm = app.store.realm.value;
  const isStarred = message.flags.includes("starred");
  const isHidden = isHiddenMessage(app, message);
  const mayMoveAnywhere = () => {
    const move = mayMove(app.store, message, now);
    return move.topic || move.channel;
  };
  const messageId = message.id;
  const open = (kind: "versions" | "source" | "readers" | "report" | "remind") => () => {
    app.dialog.value = { kind, messageId };
  };
  const act = (
    icon: MenuAction["icon"],
    label: string,
    run: () => void,
    isThere = true,
  ): readonly MenuAction[] => (isThere ? [{ icon, label, run }] : []);
  const isOwn = message.sender_id === app.store.ownId;
  return {
    first: [
      ...act("reply", messageActionWords.quote, () => void app.attempt(quote(app, message))),
      ...act("edit", deferredWords.edit, () => startEdit(app, message), mayEdit(app.store, message, now)),
    ],
    /** Computed on demand: every message has actions. */
    more: () => [
      ...act(
        "eye",
        isHidden ? messageActionWords.showMuted : messageActionWords.hideMuted,
        () => setRevealed(app, message.id, isHidden),
        app.store.mutedUsers.value.has(message.sender_id),
      ),
      ...act(
        "star",
        isStarred ? messageActionWords.unstar : deferredWords.star,
        () => void toggleStar(app, message),
      ),
      ...act("forward", deferredWords.forward, () => void app.attempt(forward(app, message))),
      ...act("bell", messageActionWords.addReminder, open("remind")),
      ...act("eye", messageActionWords.markUnreadFromHere, () => void unreadFrom(app, message)),
      ...act("link", messageActionWords.copyLink, () => void copyLink(app, message)),
      ...act("move", deferredWords.moveMessages, () => startMove(app, message), mayMoveAnywhere()),
      ...act("code", messageActionWords.viewSource, open("source"), !mayEdit(app.store, message, now)),
      ...act("clock", deferredWords.history, open("versions"), hasVersions(app, message)),
      ...act("people", deferredWords.readers, open("readers"), realm.realm_enable_read_receipts === true),
      ...act(
        "flag",
        deferredWords.report,
        open("report"),
        !isOwn && Number(realm.realm_moderation_request_channel_id ?? -1) > 0,
      ),
      ...act(
        "trash",
        deferredWords.delete,
        () => askToDelete(app, message),
        mayDelete(app.store, message, now),
      ).map((one) => ({ ...one, isDangerous: true })),
    ],
    react: (emoji: Emoji) => void toggleReaction(app, message, emoji),
  };
};
