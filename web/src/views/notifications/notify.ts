import { fetchMessage } from "../../api/requests";
import type { App } from "../../app/app";
import { desktopApp } from "../../app/desktop-app";
import { type Location, narrowOf } from "../../app/location";
import { isSeen } from "../../list/seen-conversation";
import { noticeOf } from "../../store/notice";
import { keyOf, placeOf } from "../../store/place";
import { topicName } from "../../ui/place-heading";
import type { MessageMoved, ServerEvent } from "../../wire/event";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { messageLines } from "../messages/message-text";
import { playSound } from "./sound";

const longest = 200;

const tagOf = (messageId: number): string => `message-${messageId}`;

/** Whether the service worker has shown any for this window. */
let hasWorkerShown = false;
/** Notifications on screen, by message. */
const shownById = new Map<number, Notification>();

const senderOf = (app: App, message: Omit<Message, "flags">): string =>
  app.names.userName(message.sender_id) ?? words.somebody;

const titleOf = (app: App, message: Omit<Message, "flags">): string => {
  const sender = senderOf(app, message);
  const place = placeOf(message);
  return place.kind === "direct"
    ? sender
    : `${sender} · #${app.names.channelName(place.channelId) ?? ""} › ${topicName(place.topic)}`;
};

/** The notification's text; none for direct messages if the user wants them private. */
const bodyOf = (app: App, message: Omit<Message, "flags">): string => {
  const hidesDirects = app.store.settings.peek().pm_content_in_desktop_notifications === false;
  if (message.type === "private" && hidesDirects) return deferredWords.newDirectMessage;
  const actor = message.is_me_message === true ? senderOf(app, message) : undefined;
  return [...messageLines(message.content, actor)].slice(0, longest).join("");
};

const show = (app: App, message: Omit<Message, "flags">): void => {
  const to: Location = {
    screen: "narrow",
    narrow: narrowOf(placeOf(message), app.store.ownId),
    near: message.id,
  };
  const options: NotificationOptions = {
    body: bodyOf(app, message),
    icon: `/avatar/${message.sender_id}`,
    tag: tagOf(message.id),
  };
  const click = () => {
    window.focus();
    app.go(to);
  };
  const bridge = desktopApp();
  if (bridge?.new_notification) {
    bridge.new_notification(titleOf(app, message), options, (type) => {
      if (type === "click") click();
      return true;
    });
    return;
  }
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notification = new Notification(titleOf(app, message), options);
    shownById.set(message.id, notification);
    notification.onclick = () => {
      notification.close();
      click();
    };
    notification.onclose = () => shownById.delete(message.id);
  } catch {
    // Mobile browsers only allow notifications from the service worker.
    hasWorkerShown = true;
    void navigator.serviceWorker?.ready.then((registration) =>
      registration.showNotification(titleOf(app, message), { ...options, data: { hash: app.href(to) } }),
    );
  }
};

/** Messages whose notifications an event makes obsolete: they were read, on any device, or deleted. */
const settledIn = (event: ServerEvent): readonly number[] => {
  if (event.type === "delete_message") return event.message_ids;
  if (event.type !== "update_message_flags" || event.flag !== "read" || event.op !== "add") return [];
  return event.all ? [...shownById.keys()] : event.messages;
};

const withdraw = (messageId: number): void => {
  shownById.get(messageId)?.close();
  shownById.delete(messageId);
  if (!hasWorkerShown) return;
  void navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications({ tag: tagOf(messageId) }))
    .then((shown) => {
      for (const one of shown) one.close();
    });
};

const isUnread = (app: App, message: Omit<Message, "flags">): boolean =>
  app.store.unread
    .peek()
    .places.get(keyOf(placeOf(message)))
    ?.ids.has(message.id) === true;

/** Shows a notification of a message, by the user's settings; whether it comes with a sound. */
const notifyOf = async (
  app: App,
  message: Omit<Message, "flags">,
  flags: readonly string[],
): Promise<boolean> => {
  const { desktop, sound } = noticeOf(app.store, message, flags);
  if (!(desktop || sound) || (await isSeen(app, keyOf(placeOf(message)), message.id))) return false;
  // Meanwhile it may have been read on another device.
  if (!isUnread(app, message)) return false;
  if (desktop) show(app, message);
  return sound;
};

/** The unread mentions before the latest events; undefined until there were some. */
let knownMentions: ReadonlySet<number> | undefined;

/** Notifies the user of a message that an edit made mention them. */
const notifyOfEdit = async (app: App, { message_id: id, flags }: MessageMoved): Promise<boolean> => {
  const { message } = await fetchMessage(id);
  return notifyOf(app, message, flags);
};

/** Notifies the user of new messages and new mentions, and withdraws notifications of messages that were read or deleted. */
export const notify = async (app: App, events: readonly ServerEvent[]): Promise<void> => {
  for (const event of events) for (const id of settledIn(event)) withdraw(id);
  const known = knownMentions;
  const mentions = app.store.unread.peek().mentions;
  knownMentions = mentions;
  const arrived = new Set(events.map((event) => (event.type === "message" ? event.message.id : undefined)));
  const isNewMention = (id: number): boolean =>
    known !== undefined && mentions.has(id) && !known.has(id) && !arrived.has(id);
  const sounds = await Promise.all(
    events.map((event) => {
      if (event.type === "message") return notifyOf(app, event.message, event.flags);
      if (event.type !== "update_message" || !isNewMention(event.message_id)) return false;
      // Without an answer, the mention still counts as unread.
      return notifyOfEdit(app, event).catch(() => false);
    }),
  );
  if (sounds.includes(true)) void playSound();
};
