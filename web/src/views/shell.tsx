import { lazy, Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { useApp } from "../app";
import { narrowKey } from "../store/narrow";
import { Overlay } from "../ui/overlay";
import { words } from "../words/en";
import { Channels } from "./around/channels";
import { GoAnywhere } from "./around/go-anywhere";
import { PersonCard } from "./around/person-card";
import { Inbox } from "./inbox/inbox";
import { Recent } from "./inbox/recent";
import { Announcer } from "./messages/announcer";
import { MessageView } from "./messages/message-view";
import { Sidebar } from "./sidebar/sidebar";

const KeysHelp = lazy(() => import("./keys/keys-help").then(({ KeysHelp: part }) => ({ default: part })));

const Screen = () => {
  const { location } = useApp();
  const at = location.value;
  switch (at.screen) {
    case "inbox":
      return <Inbox />;
    case "recent":
      return <Recent />;
    case "channels":
      return <Channels />;
    case "narrow":
      return (
        <MessageView
          key={`${narrowKey(at.narrow)} ${at.near ?? ""}`}
          narrow={at.narrow}
          {...(at.near !== undefined && { near: at.near })}
          {...(at.with !== undefined && { with: at.with })}
        />
      );
  }
};

const Dialogs = () => {
  const { dialog } = useApp();
  const open = dialog.value;
  const close = () => {
    dialog.value = undefined;
  };
  switch (open?.kind) {
    case "go":
      return <GoAnywhere onClose={close} />;
    case "keys":
      return (
        <Suspense fallback={null}>
          <KeysHelp onClose={close} />
        </Suspense>
      );
    case "person":
      return <PersonCard userId={open.userId} onClose={close} />;
    case "confirm":
      return (
        <Overlay title={open.text} onClose={close} class="confirm">
          <div class="edit-acts">
            <button
              type="button"
              class="primary danger"
              onClick={() => {
                close();
                open.run();
              }}
            >
              {open.label}
            </button>
            <button type="button" class="plain" onClick={close}>
              {words.cancel}
            </button>
          </div>
        </Overlay>
      );
    default:
      return null;
  }
};

const toastLasts = 5000;

const Toasts = () => {
  const { toast } = useApp();
  const shown = toast.value;
  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => {
      toast.value = undefined;
    }, toastLasts);
    return () => clearTimeout(timer);
  }, [shown, toast]);
  return (
    <div class="toasts" role="status">
      {shown && <div class="toast">{shown.text}</div>}
    </div>
  );
};

const ConnectionLine = () => {
  const { connection } = useApp();
  if (connection.value === "online") return null;
  return (
    <div class="connection" role="status">
      {connection.value === "lost" ? (
        words.connectionLost
      ) : (
        <a href={`/login?next=${encodeURIComponent("/")}`}>{words.loggedOut}</a>
      )}
    </div>
  );
};

/** On phones: the three places one goes most. */
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

/** The whole window. */
export const Shell = () => {
  const app = useApp();
  return (
    <div class={app.location.value.screen === "narrow" ? "shell in-narrow" : "shell"}>
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
      <BottomBar />
      <Toasts />
      <Announcer />
      <Dialogs />
    </div>
  );
};
