import { computed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { errorText } from "../../api/error-text";
import { fetchMessage } from "../../api/requests";
import { useApp } from "../../app/app";
import { channelIdIn, narrowOf, placeIn } from "../../app/location";
import { loginUrl } from "../../app/to-login";
import { Scroller } from "../../list/scroller";
import { useAttention } from "../../list/use-attention";
import type { ListEnd, MessageList, Run } from "../../store/message-list";
import { isCoveredByEvents, isIn, type Narrow, narrowKey } from "../../store/narrow";
import { keyOf, placeOf, topicPlace } from "../../store/place";
import { useLoading } from "../../ui/use-loading";
import { words } from "../../words/en";
import { Compose, draftKeyOf } from "../compose/compose";
import { refusalOf } from "../compose/refusal";
import { deferred } from "../lazy/lazy-views";
import { NewMessage } from "../lazy/loading-forms";
import { titleOf, ViewHeader } from "../places/view-header";
import { MessageRow } from "./message-row";
import { openList } from "./open-list";
import { StartBar } from "./start-bar";
import { UnsentRows } from "./unsent-rows";

const pageSize = 100;
/** What to fetch at an end of a list. */
const around = {
  oldest: { before: 0, after: pageSize },
  newest: { before: pageSize, after: 0 },
};

/** The first message in view in lists that were left; none if the user was at their end. */
const places = new WeakMap<MessageList, number | undefined>();

interface MessageViewProps {
  readonly narrow: Narrow;
  readonly near?: number;
  readonly with?: number;
}

/** Terms that only say where messages are. */
const isOfPlaces = (narrow: Narrow): boolean =>
  narrow.every(({ operator, negated }) => !negated && ["channel", "topic", "dm"].includes(operator));

/** Follows a linked message to where it has moved. */
const useMovedMessage = (narrow: Narrow, id: number | undefined, isThere: boolean, isNear: boolean) => {
  const app = useApp();
  const { ownId } = app.store;
  useEffect(() => {
    if (id === undefined || isThere || !isOfPlaces(narrow)) return;
    fetchMessage(id).then(
      ({ message }) => {
        if (isIn(narrow, message, ownId) !== false) return;
        const moved = narrowOf(placeOf(message), ownId).slice(0, narrow.length);
        app.redirect({ screen: "narrow", narrow: moved, ...(isNear && { near: id }) });
      },
      // It may have been deleted: the rest of the conversation is still worth reading.
      () => undefined,
    );
  }, [id, isThere]);
};

/** The messages of a narrow, with a compose box where the recipient is clear. */
export const MessageView = (props: MessageViewProps) => {
  const { narrow, near, with: withId } = props;
  const app = useApp();
  const { store } = app;
  const list = store.history.list(narrow);
  const run = list.run.value;
  const start = useSignal<number | "newest" | undefined>(undefined);
  /** How often the user has jumped to an end of the list. Each time, the list is redrawn from there. */
  const jumps = useSignal(0);
  /** The first message in view. */
  const reading = useRef<number | undefined>(undefined);
  /** Whether the last try to load more failed. Each scroll tries again, and further failures show no toast. */
  const isUnanswered = useRef(false);
  /** Back and Forward lead to where the user was; links lead to the first unread message, or to the newest. */
  const isReturn = useRef(app.isReturn.peek() && places.has(list)).current;
  const target = useRef(isReturn ? places.get(list) : near).current;
  const { known, subscribed } = store.channels.value;
  const place = placeIn(narrow, store.ownId);
  const channelId = channelIdIn(narrow);

  const firstUnread = ({ ids }: Run) => ids.find((id) => !store.messageStore.get(id)?.flags.includes("read"));
  const firstStart = (loaded: Run): number | "newest" | undefined =>
    target ?? firstUnread(loaded) ?? (loaded.hasNewest ? "newest" : loaded.ids.at(-1));
  /** Whether a list that was loaded before has the message to start at. */
  const hasStart = (loaded: Run): boolean => {
    if (target !== undefined) return loaded.ids.includes(target);
    const unread = firstUnread(loaded);
    return unread === undefined ? loaded.hasNewest : loaded.hasOldest || unread !== loaded.ids[0];
  };
  const begin = (loaded: Run | undefined) => {
    if (loaded === undefined || start.peek() !== undefined) return;
    start.value = firstStart(loaded);
    if (near !== undefined && near === target && loaded.ids.includes(near)) app.selected.value = near;
  };
  const isMissing =
    run === undefined ||
    run.isStale ||
    (start.value === undefined && !(hasStart(run) && isCoveredByEvents(narrow, subscribed)));
  const access = channelId === undefined ? "" : `${known.has(channelId)} ${subscribed.has(channelId)}`;
  const failure = useLoading(isMissing ? `${narrowKey(narrow)} ${access}` : undefined, async () => {
    const anchor = reading.current ?? target ?? "first_unread";
    await openList(app, list, { anchor, before: pageSize / 2, after: pageSize / 2 });
    begin(list.run.peek());
  });
  useEffect(() => {
    // Without an answer, the known messages have to do.
    if (!isMissing || failure) begin(run);
  });
  const linkedId = withId ?? near;
  const isLinkedLoaded =
    start.value === undefined || (linkedId !== undefined && run?.ids.includes(linkedId) === true);
  useMovedMessage(narrow, linkedId, isLinkedLoaded, withId === undefined);

  const jump = async (end: ListEnd): Promise<void> => {
    const reaches = end === "newest" ? run?.hasNewest : run?.hasOldest;
    if (!reaches) await store.history.open(list, { anchor: end, ...around[end] });
    start.value = end === "newest" ? "newest" : list.run.peek()?.ids[0];
    jumps.value += 1;
  };
  const extend = (towards: "older" | "newer") =>
    store.history.extend(list, towards, pageSize).then(
      () => {
        isUnanswered.current = false;
      },
      () => {
        if (!isUnanswered.current) app.showToast({ text: words.noAnswer });
        isUnanswered.current = true;
      },
    );
  const end = app.jump.value;
  useEffect(() => {
    if (end === undefined || start.value === undefined) return;
    app.jump.value = undefined;
    void app.attempt(jump(end));
  }, [end]);

  const look = useAttention(app.reads);
  const unsentHere = place
    ? app.outbox.unsent.value.filter((one) => keyOf(one.place) === keyOf(place)).length
    : 0;
  const composing = app.composing.value;
  const isAtComposing =
    composing === undefined || (place && composing.place && keyOf(place) === keyOf(composing.place));
  const isUnknown = channelId !== undefined && !known.has(channelId);
  const refusal = useMemo(() => {
    const written = place ?? (channelId === undefined ? undefined : topicPlace(channelId, ""));
    return computed(() => written && refusalOf(store, written));
  }, [narrowKey(narrow), store]).value;
  const parts = deferred.value;
  const isQuery =
    place === undefined &&
    (channelId === undefined || narrow.length > 1) &&
    titleOf(narrow, store.ownId) === undefined;
  return (
    <main class="view" aria-label={words.messages}>
      <ViewHeader narrow={narrow} />
      {parts && run?.isStale && app.connection.value !== "online" && <parts.StoredOnly />}
      {failure && (failure.isRefused || run === undefined) ? (
        <>
          <p class="empty" role="alert">
            {isUnknown ? words.noChannel : (parts?.listErrorText ?? errorText)(failure.error, narrow)}
          </p>
          {place && <UnsentRows place={place} />}
        </>
      ) : run?.ids.length === 0 && unsentHere === 0 ? (
        <div class="empty" tabIndex={-1}>
          <p>{isQuery ? words.nothingFound : words.nothingHere}</p>
          {isQuery && parts && <parts.UnknownOperators narrow={narrow} />}
        </div>
      ) : run === undefined || start.value === undefined ? (
        <p class="empty" role="status">
          {words.loading}
        </p>
      ) : (
        <>
          {parts && place === undefined && <parts.StuckHeading onlyTopic={channelId !== undefined} />}
          <Scroller
            key={`${narrowKey(narrow)} ${jumps.value}`}
            label={words.messages}
            run={run}
            start={start.value}
            isJump={jumps.value > 0}
            isReturn={isReturn && jumps.value === 0}
            outgoing={unsentHere}
            row={(id, before) => (
              <MessageRow
                key={id}
                id={id}
                before={before}
                isMixed={place === undefined}
                onlyTopic={channelId !== undefined}
              />
            )}
            extend={extend}
            onLong={(from, to) => store.history.shorten(list, from, to)}
            onView={look}
            onPlace={(id, isAtEnd) => {
              reading.current = id;
              places.set(list, isAtEnd ? undefined : id);
            }}
            onNewest={() => {
              app.jump.value = "newest";
            }}
          >
            {place && <UnsentRows place={place} />}
          </Scroller>
        </>
      )}
      {place && (parts ? <parts.TypingLine place={place} /> : <p class="typing" />)}
      {parts && channelId !== undefined && !app.isSpectator && <parts.NotJoined channelId={channelId} />}
      {parts && place && <parts.ScheduledHere place={place} />}
      {app.isSpectator ? (
        <p class="compose">
          <a class="primary" href={loginUrl()}>
            {words.logInToWrite}
          </a>
        </p>
      ) : !isAtComposing || (composing && place === undefined) ? (
        <NewMessage />
      ) : place && (refusal === undefined || app.drafts.textOf(draftKeyOf(place)) !== "") ? (
        // A half-written message stays in sight, and in the field, even if it can no longer be sent.
        // Don't repeat below the list what it already says.
        <Compose place={place} draftKey={draftKeyOf(place)} refusal={isUnknown && failure ? "" : refusal} />
      ) : isUnknown ? null : refusal !== undefined ? (
        <p class="compose soft">{refusal}</p>
      ) : (
        <StartBar channelId={channelId} />
      )}
    </main>
  );
};
