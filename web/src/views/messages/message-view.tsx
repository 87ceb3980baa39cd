import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { changeFlag, fetchMessage } from "../../api/requests";
import { useApp } from "../../app/app";
import { channelIdIn, narrowOf, placeIn } from "../../app/location";
import { loginUrl } from "../../app/to-login";
import { Scroller } from "../../list/scroller";
import { useAttention } from "../../list/use-attention";
import type { ListEnd } from "../../store/message-list";
import { isCoveredByEvents, type Narrow, narrowKey } from "../../store/narrow";
import { keyOf, placeOf } from "../../store/place";
import { mayPost } from "../../store/rights";
import { words } from "../../words/en";
import { Compose, draftKeyOf } from "../compose/compose";
import { NewMessage } from "../compose/new-message";
import { ViewHeader } from "../places/view-header";
import { MessageRow } from "./message-row";
import { TypingLine } from "./typing-line";
import { UnsentRows } from "./unsent-rows";

const pageSize = 100;
/** What to fetch at an end of a list. */
const around = {
  oldest: { before: 0, after: pageSize },
  newest: { before: pageSize, after: 0 },
};

interface MessageViewProps {
  readonly narrow: Narrow;
  readonly near?: number;
  readonly with?: number;
}

/** The messages of a narrow, with a compose box where the recipient is clear. */
export const MessageView = (props: MessageViewProps) => {
  const { narrow, near, with: withId } = props;
  const app = useApp();
  const { store } = app;
  const list = store.history.list(narrow);
  const run = list.run.value;
  const start = useSignal<number | "newest" | undefined>(undefined);
  const problem = useSignal("");
  /** How often the user has jumped to an end of the list: each time it is drawn anew from there. */
  const jumps = useSignal(0);

  // A moved message is shown where it is now.
  useEffect(() => {
    if (withId === undefined) return;
    fetchMessage(withId).then(
      ({ message }) => {
        const place = placeOf(message);
        const expected = placeIn(narrow, store.ownId);
        if (expected && keyOf(expected) !== keyOf(place))
          app.go({ screen: "narrow", narrow: narrowOf(place, store.ownId) });
      },
      () => undefined,
    );
  }, [withId, app, narrow, store]);

  const isMissing =
    run === undefined ||
    run.isStale ||
    (start.value === undefined && near !== undefined && !run.ids.includes(near)) ||
    (start.value === undefined && !isCoveredByEvents(narrow, store.channels.value.subscribed));
  useEffect(() => {
    if (start.value !== undefined && !isMissing) return;
    if (!isMissing) {
      const unread = run.ids.find((id) => !store.messageStore.get(id)?.flags.includes("read"));
      start.value = near ?? unread ?? (run.hasNewest ? "newest" : run.ids.at(-1));
      return;
    }
    const anchor = near ?? "first_unread";
    store.history.open(list, { anchor, before: pageSize / 2, after: pageSize / 2 }).then(
      () => {
        const now = list.run.peek();
        const unread = now?.ids.find((id) => !store.messageStore.get(id)?.flags.includes("read"));
        start.value ??= near ?? unread ?? (now?.hasNewest ? "newest" : now?.ids.at(-1));
      },
      (error) => {
        problem.value = error instanceof Error && error.message !== "" ? error.message : words.noAnswer;
      },
    );
  });

  const jump = async (end: ListEnd): Promise<void> => {
    const reaches = end === "newest" ? run?.hasNewest : run?.hasOldest;
    if (!reaches) await store.history.open(list, { anchor: end, ...around[end] });
    start.value = end === "newest" ? "newest" : list.run.peek()?.ids[0];
    jumps.value += 1;
  };
  const end = app.jump.value;
  useEffect(() => {
    if (end === undefined || start.value === undefined) return;
    app.jump.value = undefined;
    void app.attempt(jump(end));
  }, [end]);

  const look = useAttention((ids) => {
    // If the request fails, it is repeated a moment later.
    changeFlag(ids, "add", "read").catch(() => undefined);
  });
  const place = placeIn(narrow, store.ownId);
  const channelId = channelIdIn(narrow);
  const unsentHere = place
    ? app.outbox.unsent.value.filter((one) => keyOf(one.place) === keyOf(place)).length
    : 0;
  const composing = app.composing.value;
  const isAtComposing =
    composing === undefined || (place && composing.place && keyOf(place) === keyOf(composing.place));
  const mayWrite = useComputed(
    () => place?.kind === "direct" || (channelId !== undefined && mayPost(store, channelId)),
  );
  return (
    <main class="view" aria-label={words.messages}>
      <ViewHeader narrow={narrow} />
      {problem.value !== "" ? (
        <p class="empty">{problem.value}</p>
      ) : run?.ids.length === 0 && unsentHere === 0 ? (
        <p class="empty">{words.nothingHere}</p>
      ) : run === undefined || start.value === undefined ? (
        <p class="empty" role="status">
          {words.loading}
        </p>
      ) : (
        <Scroller
          key={`${narrowKey(narrow)} ${jumps.value}`}
          label={words.messages}
          run={run}
          start={start.value}
          isJump={jumps.value > 0}
          row={(id, before) => (
            <MessageRow
              key={id}
              id={id}
              before={before}
              isMixed={place === undefined}
              onlyTopic={channelId !== undefined}
            />
          )}
          extend={(towards) =>
            store.history.extend(list, towards, pageSize).catch(() => {
              app.toast.value = { text: words.noAnswer };
            })
          }
          onLong={(from, to) => store.history.shorten(list, from, to)}
          onView={look}
          onNewest={() => {
            app.jump.value = "newest";
          }}
        >
          {place && <UnsentRows place={place} />}
        </Scroller>
      )}
      {place && <TypingLine place={place} />}
      {app.isSpectator ? (
        <p class="compose">
          <a class="primary" href={loginUrl()}>
            {words.logInToWrite}
          </a>
        </p>
      ) : !isAtComposing || (composing && place === undefined) ? (
        <NewMessage />
      ) : place && mayWrite.value ? (
        <Compose place={place} draftKey={draftKeyOf(place)} />
      ) : place ? (
        <p class="compose soft">{words.mayNotWrite}</p>
      ) : (
        <StartBar channelId={mayWrite.value ? channelId : undefined} />
      )}
    </main>
  );
};

/** The conversation's heading above a message, in views with several conversations. */
const StartBar = ({ channelId }: { readonly channelId: number | undefined }) => {
  const app = useApp();
  return (
    <div class="compose start-bar">
      <button
        type="button"
        class="plain"
        onClick={() => {
          app.composing.value = {
            kind: "topic",
            place: channelId === undefined ? undefined : { kind: "topic", channelId, topic: "" },
          };
        }}
      >
        {channelId === undefined ? words.newMessage : words.newTopic}
      </button>
      <button
        type="button"
        class="plain"
        onClick={() => {
          app.composing.value = { kind: "direct", place: undefined };
        }}
      >
        {words.newDirect}
      </button>
    </div>
  );
};
