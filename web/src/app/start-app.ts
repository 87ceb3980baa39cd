import { actFor, openSession, Refusal, type Session } from "../api/http";
import { fetchMessages } from "../api/requests";
import type { BegunStart } from "../offline/begin-start";
import { follow, loadInitialState } from "../offline/follow";
import { watchForInterruptions } from "../offline/interruptions";
import { keyOf, type Place } from "../store/place";
import { createStore } from "../store/store";
import type { ServerEvent } from "../wire/event";
import type { App } from "./app";
import { createApp } from "./create-app";
import { forgetAndLogIn } from "./end-session";
import { narrowOf, placeIn } from "./location";
import { toLogin } from "./to-login";
import { moveDrafts, placeAfter, placeAfterEvents, topicMovesIn } from "./topic-moves";
import { wait } from "./wait";
import { watchSession } from "./watch-session";

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
  let queue: Pick<App, "queueId" | "leads"> = { queueId: () => initial.snapshot.queueId, leads: () => false };
  const app = createApp(session, store, {
    queueId: () => queue.queueId(),
    leads: () => queue.leads(),
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
    const left = store.history.list(narrowOf(shown, store.ownId)).run.peek()?.ids;
    // The notice that the move leaves behind may already be there.
    if (!left?.every((id) => events.some((one) => "message" in one && one.message.id === id))) return;
    const next = left[0] ? placeAfter(shown, topicMovesIn(events)) : placeAfterEvents(shown, events);
    if (keyOf(next) === keyOf(shown)) return;
    app.drafts.move(shown, next);
    uploads.move(keyOf(shown), { draftKey: keyOf(next), place: next });
    app.follow({ screen: "narrow", narrow: narrowOf(next, store.ownId) });
  };
  /** Moves unsent text along with its topic, in this window and, if no other window does that, for the others. */
  const takeAlong = (events: readonly ServerEvent[], isFirst: boolean): void => {
    const moves = topicMovesIn(events);
    if (moves.length === 0) return;
    sending.move((place) => placeAfter(place, moves));
    for (const { from, to } of moves) uploads.move(keyOf(from), { draftKey: keyOf(to), place: to });
    if (isFirst) moveDrafts(app.drafts, moves);
    const reply = app.composing.peek();
    const next = reply?.place && placeAfter(reply.place, moves);
    if (reply?.place && next && next !== reply.place) {
      app.drafts.move(reply.place, next);
      app.composing.value = { ...reply, place: next, movedFrom: reply.movedFrom ?? reply.place };
    }
    app.topicMoves.value = moves;
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
      takeAlong(events, isFirst);
      if (shown) followTopic(shown, events);
      if (isFirst) notifyUser(app, events);
    },
    connection: (state) => {
      app.connection.value = state;
      if (state === "online") resume();
    },
  });
  queue = following;
  watchSession(app);
  return app;
};
