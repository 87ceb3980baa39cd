import { useEffect } from "preact/hooks";
import { isHome, useApp } from "../app/app";
import { keepFocus } from "../list/reading-focus";
import { words } from "../words/en";
import { Inbox } from "./inbox/inbox";
import { deferred, lazySettingsView, lazyView } from "./lazy/lazy-views";
import { Dialogs, NewMessage } from "./lazy/loading-forms";
import { MessageView } from "./messages/message-view";
import { Sidebar } from "./sidebar/sidebar";

const Channels = lazyView((parts) => parts.Channels, { isScreen: true });
const DraftsPage = lazyView((parts) => parts.DraftsPage, { isScreen: true });
const Recent = lazyView((parts) => parts.Recent, { isScreen: true });
const RemindersPage = lazyView((parts) => parts.RemindersPage, { isScreen: true });
const ScheduledPage = lazyView((parts) => parts.ScheduledPage, { isScreen: true });
const ChannelPage = lazySettingsView((parts) => parts.ChannelPage, { isScreen: true });
const SettingsPage = lazySettingsView((parts) => parts.SettingsPage, { isScreen: true });

const Screen = () => {
  const { location, visit } = useApp();
  const at = location.value;
  switch (at.screen) {
    case "inbox":
      return <Inbox />;
    case "recent":
      return <Recent />;
    case "channels":
      return <Channels {...(at.part && { part: at.part })} />;
    case "drafts":
      return <DraftsPage />;
    case "scheduled":
      return <ScheduledPage />;
    case "reminders":
      return <RemindersPage />;
    case "channel":
      return <ChannelPage id={at.channelId} section={at.section} />;
    case "settings":
    case "organization":
      return <SettingsPage area={at.screen} path={at.section} />;
    case "narrow":
      return (
        <MessageView
          key={visit.value}
          narrow={at.narrow}
          {...(at.near !== undefined && { near: at.near })}
          {...(at.with !== undefined && { with: at.with })}
        />
      );
  }
};

const ConnectionLine = () => {
  const { connection } = useApp();
  if (connection.value === "online") return null;
  return (
    <div class="connection" role="status">
      {words.connectionLost}
    </div>
  );
};

/** On phones: the three most visited places. */
const BottomBar = () => {
  const app = useApp();
  const at = app.location.value;
  return (
    <nav class="bottom" aria-label={words.places}>
      <a href="#inbox" {...(at.screen === "inbox" && { "aria-current": "page" as const })}>
        {words.inbox}
        {app.unreadCount.value > 0 && <span class="count">{app.unreadCount.value}</span>}
      </a>
      <a href="#recent" {...(at.screen === "recent" && { "aria-current": "page" as const })}>
        {words.recent}
      </a>
      <button
        type="button"
        aria-expanded={app.isMenuOpen.value}
        onClick={() => {
          app.isMenuOpen.value = !app.isMenuOpen.value;
        }}
      >
        {words.channels}
      </button>
    </nav>
  );
};

/** A new message, on screens that have no compose box of their own. */
const Writing = () => {
  const { composing, location } = useApp();
  return composing.value && location.value.screen !== "narrow" ? <NewMessage /> : null;
};

const Opened = () => (useApp().dialog.value ? <Dialogs /> : null);

/** Announces new messages, and what was done, once the window is idle: first, a screen reader must say where its user is. */
const Announcements = () => {
  const { toasts } = useApp();
  const parts = deferred.value;
  return parts ? (
    <>
      <parts.Toasts />
      <parts.Background />
    </>
  ) : (
    // They may say that just this code can't be loaded.
    <div class="toasts" role="alert">
      {toasts.value.map(({ text }) => (
        <p key={text} class="toast">
          {text}
        </p>
      ))}
    </div>
  );
};

/** The whole window. */
export const Shell = () => {
  const app = useApp();
  useEffect(keepFocus, [app.visit.value]);
  return (
    <div class={app.location.value.screen === "narrow" && !isHome(app) ? "shell in-narrow" : "shell"}>
      <button
        type="button"
        class="skip"
        onClick={() => {
          document.querySelector<HTMLElement>(".scroller, .page")?.focus();
        }}
      >
        {words.skip}
      </button>
      <ConnectionLine />
      <Sidebar />
      {app.isMenuOpen.value && (
        <button
          type="button"
          class="veil"
          aria-label={words.close}
          onClick={() => {
            app.isMenuOpen.value = false;
          }}
        />
      )}
      <Screen />
      <Writing />
      <BottomBar />
      <Announcements />
      <Opened />
    </div>
  );
};
