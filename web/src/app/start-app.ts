import { sameButCase } from "../../../src/domain/text/fold-case";
import { actFor, openSession, Refusal, type Session } from "../api/http";
import { fetchMessages } from "../api/requests";
import type { BegunStart } from "../offline/begin-start";
import { follow, loadInitialState } from "../offline/follow";
import { watchForInterruptions } from "../offline/interruptions";
import { keyOf, type Place, topicPlace } from "../store/place";
import { createStore } from "../store/store";
import type { ServerEvent } from "../wire/event";
import type { App } from "./app";
import { createApp } from "./create-app";
import { forgetAndLogIn } from "./end-session";
import { narrowOf, placeIn } from "./location";
import { toLogin } from "./to-login";
import { wait } from "./wait";

const meaningOf = (error: unknown): "badQueue" | "loggedOut" | "lost" => {
  if (!(error instanceof Refusal)) return "lost";
  if (error.code === "BAD_EVENT_QUEUE_ID") return "badQueue";
  return error.status === 401 ? "loggedOut" : "lost";
};

const sessionChecks = 20;
const betweenChecks = 250;

/**
 * Resolves once the session has ended: another window says so before it asks the server, whose login page sends people
 * with a session back here. Rejects if it doesn't answer.
 */
const onceLoggedOut = async (pause: (milliseconds: number) => Promise<void>): Promise<void> => {
  for (let checks = 0; checks < sessionChecks && (await openSession()); checks += 1)
    await pause(betweenChecks);
};

/** Starts from the cached state, if it is the user's, and keeps the app up to date from then on. */
export const startApp = async (
  session: Session,
  begun: BegunStart,
  /** Notifies the user of events outside the window. */
  notifyUser: (app: App, events: readonly ServerEvent[]) => void,
): Promise<App> => {
  actFor(session.user_id);
  const initial = await loadInitialState(session.user_id, await begun.cached);
  const store = createStore(initial.snapshot.state, { fetchMessages, now: () => Date.now() });
  store.apply(initial.snapshot.since ?? []);
  let queue: Pick<App, "queueId" | "polls"> = { queueId: () => initial.snapshot.queueId, polls: () => false };
  const app = createApp(session, store, {
    queueId: () => queue.queueId(),
    polls: () => queue.polls(),
    leave: () => following.leave(),
    expire: () => following.expire(),
  });
  const { location, outbox: sending, uploads, reads } = app;
  const shownTopic = (): Place | undefined => {
    const at = location.peek();
    const place = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
    return place?.kind === "topic" ? place : undefined;
  };
  /** When the topic on screen is moved as a whole, follows it to its new place with what is being written. */
  const followTopic = (shown: Place, events: readonly ServerEvent[]): void => {
    if (store.history.list(narrowOf(shown, store.ownId)).run.peek()?.ids.length !== 0) return;
    const next = events.reduce(placeAfter, shown);
    if (keyOf(next) === keyOf(shown)) return;
    app.drafts.move(shown, next);
    uploads.move(keyOf(shown), { draftKey: keyOf(next), place: next });
    app.follow({ screen: "narrow", narrow: narrowOf(next, store.ownId) });
  };
  const resume = (): void => {
    sending.resume();
    uploads.resume();
    reads.resume();
  };
  const following = follow(initial, {
    userId: store.ownId,
    store,
    wait,
    meaning: meaningOf,
    interrupted: watchForInterruptions(),
    cache: begun.cache,
    // Without an answer the login page isn't there, but the start of the client is, which says that the user has left.
    onLogout: () => void onceLoggedOut(wait).then(toLogin, () => window.location.reload()),
    onExpiry: () => void forgetAndLogIn({ userId: store.ownId }),
    realmName: () => String(store.realm.peek().realm_name ?? ""),
    apply: (events, isFirst) => {
      const shown = shownTopic();
      for (const event of events) if (event.type === "message") sending.arrived(event.local_message_id);
      store.apply(events);
      const moves = events.filter(movesAll);
      if (moves.length > 0) sending.move((place) => moves.reduce(placeAfter, place));
      if (shown) followTopic(shown, events);
      if (isFirst) notifyUser(app, events);
    },
    connection: (state) => {
      app.connection.value = state;
      if (state === "online") resume();
    },
  });
  queue = following;
  return app;
};

const movesAll = (event: ServerEvent): boolean =>
  event.type === "update_message" && event.propagate_mode === "change_all";

/** Where a topic is after an event that moved its messages; unchanged after any other event. */
const placeAfter = (place: Place, event: ServerEvent): Place => {
  if (event.type !== "update_message" || place.kind !== "topic") return place;
  const isIt =
    event.stream_id === place.channelId &&
    event.orig_subject !== undefined &&
    sameButCase(event.orig_subject, place.topic);
  return isIt ? topicPlace(event.new_stream_id ?? place.channelId, event.subject ?? place.topic) : place;
};
