import type { App } from "../../app/app";
import { desktopApp } from "../../app/desktop-app";
import { type Location, narrowOf, placeIn } from "../../app/location";
import { noticeOf } from "../../store/notice";
import { keyOf, placeOf } from "../../store/place";
import { readHtml } from "../../ui/message-html";
import { topicName } from "../../ui/place-heading";
import type { ServerEvent } from "../../wire/event";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { playSound } from "./sound";

const longest = 200;

/** Whether the user is looking at the conversation when the message arrives. */
const isSeen = (app: App, message: Omit<Message, "flags">): boolean => {
  const at = app.location.peek();
  if (!document.hasFocus() || at.screen !== "narrow") return false;
  const shown = placeIn(at.narrow, app.store.ownId);
  return shown !== undefined && keyOf(shown) === keyOf(placeOf(message));
};

const titleOf = (app: App, message: Omit<Message, "flags">): string => {
  const sender = app.names.userName(message.sender_id) ?? words.somebody;
  const place = placeOf(message);
  return place.kind === "direct"
    ? sender
    : `${sender} · #${app.names.channelName(place.channelId) ?? ""} › ${topicName(place.topic)}`;
};

/** The notification's text; none for direct messages if the user wants them private. */
const bodyOf = (app: App, message: Omit<Message, "flags">): string => {
  const hidesDirects = app.store.settings.peek().pm_content_in_desktop_notifications === false;
  if (message.type === "private" && hidesDirects) return words.newDirectMessage;
  return (readHtml(message.content).textContent ?? "").trim().slice(0, longest);
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
    tag: `message-${message.id}`,
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
    notification.onclick = () => {
      notification.close();
      click();
    };
  } catch {
    // Mobile browsers only allow notifications from the service worker.
    void navigator.serviceWorker?.ready.then((registration) =>
      registration.showNotification(titleOf(app, message), { ...options, data: { hash: app.href(to) } }),
    );
  }
};

/** Notifies the user of new messages, by their settings. */
export const notify = (app: App, events: readonly ServerEvent[]): void => {
  let sounds = false;
  for (const event of events) {
    if (event.type !== "message" || isSeen(app, event.message)) continue;
    const { desktop, sound } = noticeOf(app.store, event.message, event.flags);
    if (desktop) show(app, event.message);
    sounds ||= sound;
  }
  if (sounds) playSound();
};
