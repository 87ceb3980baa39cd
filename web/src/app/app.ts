import type { ReadonlySignal, Signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Connection } from "../api/follow-queue";
import type { Session } from "../api/http";
import type { Drafts } from "../offline/drafts";
import type { Outbox } from "../offline/outbox";
import type { ListEnd } from "../store/message-list";
import type { Place } from "../store/place";
import type { Store } from "../store/store";
import type { Count } from "../store/unread-places";
import type { ScheduledMessage } from "../wire/wire";
import type { Dialog } from "./dialog";
import type { Location, Names } from "./location";
import type { Reads } from "./reads";
import type { Toasts } from "./toasts";
import type { TopicMove } from "./topic-moves";
import type { Uploads } from "./uploads";

/** Where a new message goes. */
export interface Composing {
  readonly kind: Place["kind"];
  /** The conversation to reply in. */
  readonly place?: Place;
  /** The channel of a new topic. */
  readonly channelId?: number;
  /** The conversation that this form was opened for, if that has moved since. */
  readonly movedFrom?: Place;
  /** The key of its draft, unless its conversation or its kind has that. */
  readonly draftKey?: string;
}

/** What all views share. */
export interface App extends Toasts {
  readonly session: Session;
  /** Whether this is a spectator, who has no account: they read what is open to the web and change nothing. */
  readonly isSpectator: boolean;
  readonly store: Store;
  readonly names: Names;
  readonly location: Signal<Location>;
  /** Counts visits to screens; views start over with each. */
  readonly visit: Signal<number>;
  /** Whether Back or Forward led to this visit. */
  readonly isReturn: Signal<boolean>;
  /** The screen that settings were opened from. */
  readonly before: Signal<Location>;
  readonly connection: Signal<Connection>;
  readonly dialog: Signal<Dialog | undefined>;
  /** The message that has the keyboard focus. */
  readonly selected: Signal<number | undefined>;
  /** The end of the message list that the user asked to see, until it is on screen. */
  readonly jump: Signal<ListEnd | undefined>;
  /** Messages of muted people that the user asked to see. */
  readonly revealed: Signal<ReadonlySet<number>>;
  /** The message that is being edited, on screen or not. */
  readonly editing: Signal<number | undefined>;
  /** Whether the sidebar is open, on screens too narrow to show it permanently. */
  readonly isMenuOpen: Signal<boolean>;
  /** A new message to a place other than the one on screen. */
  readonly composing: Signal<Composing | undefined>;
  /** The topics that were moved last. */
  readonly topicMoves: Signal<readonly TopicMove[]>;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** The keys of drafts and edits that only this device has. */
  readonly localDrafts: ReadonlySignal<readonly string[]>;
  readonly uploads: Uploads;
  readonly reads: Reads;
  /** The scheduled messages that this browser knew of when the window opened. */
  readonly scheduledAtStart: ReadonlyMap<number, ScheduledMessage>;
  /** Unread conversations, newest first. */
  readonly unread: ReadonlySignal<readonly Count[]>;
  /** The number of messages that wait for the user: unread ones outside muted conversations, and elsewhere those that mention them. */
  readonly unreadCount: ReadonlySignal<number>;
  /** The number for the window's title and the app's icon, by the user's setting. */
  readonly badge: ReadonlySignal<number>;
  go(location: Location): void;
  /** The user's home view. */
  readonly home: ReadonlySignal<Location>;
  /** Goes to a screen instead of the current one, which the back button skips. */
  redirect(location: Location): void;
  /** Continues the same visit at another URL: what is on screen has moved there. */
  follow(location: Location): void;
  href(location: Location): string;
  /** The event queue that the store follows; empty without one. */
  queueId(): string;
  /** Whether this window follows the queue, for all windows of this browser. */
  leads(): boolean;
  /** Stops caching in this browser and closes the client in its other windows. */
  leave(): void;
  /** Forgets the user in this browser, whose session has ended, and asks for a login in all windows. */
  expire(): void;
  /** Runs an action that the server may refuse, and shows the refusal. */
  attempt(doing: Promise<unknown>): Promise<boolean>;
}

const AppContext = createContext<App | undefined>(undefined);
export const AppProvider = AppContext.Provider;

export const useApp = (): App => {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error("There is no app around this view");
  return app;
};

/** Whether the home view is on screen. */
export const isHome = ({ home, href, location }: App): boolean => href(location.value) === href(home.value);
