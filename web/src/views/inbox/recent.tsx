import { signal, useSignal } from "@preact/signals";
import { errorText } from "../../api/error-text";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import { isMuted } from "../../store/muting";
import { keyOf, type Place, placeOf } from "../../store/place";
import { Avatar } from "../../ui/avatar";
import { CountMark } from "../../ui/count-mark";
import { ListFilter } from "../../ui/list-filter";
import { topicName, useDirectName } from "../../ui/place-heading";
import { matchRank } from "../../ui/ranking";
import { shortTimestamp } from "../../ui/time";
import { useLoading } from "../../ui/use-loading";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { recentWords } from "../../words/en-recent";
import { openList } from "../messages/open-list";
import { MenuButton } from "../places/view-header";
import { SearchBox } from "../search/search-box";

interface Conversation {
  readonly place: Place;
  readonly newest: Message;
  /** The latest senders in a conversation, newest first. */
  readonly writers: readonly number[];
  /** Whether the user wrote there. */
  readonly isMine: boolean;
}

type Shown = keyof typeof recentWords.kinds;

/** Which conversations are listed, as long as the window lives. */
const shown = signal<Shown>("all");
/** The last search, for users who come back. */
let lookedFor = "";

const mostMessages = 1000;
const mostFaces = 4;

const conversationsIn = (messages: readonly Message[], ownId: number): readonly Conversation[] => {
  const found = new Map<string, Conversation>();
  for (const message of messages.toReversed()) {
    const place = placeOf(message);
    const key = keyOf(place);
    const known = found.get(key);
    const writers = known?.writers ?? [];
    found.set(key, {
      place,
      newest: known?.newest ?? message,
      writers:
        writers.length < mostFaces && !writers.includes(message.sender_id)
          ? [...writers, message.sender_id]
          : writers,
      isMine: known?.isMine === true || message.sender_id === ownId,
    });
  }
  return [...found.values()];
};

/** Conversations by the time of their newest message. */
export const Recent = () => {
  const app = useApp();
  const { store } = app;
  const directName = useDirectName();
  const list = store.history.list([]);
  const run = list.run.value;
  const isMissing = run === undefined || run.isStale || !run.hasNewest;
  const failure = useLoading(isMissing ? "recent" : undefined, () =>
    openList(app, list, { anchor: "newest", before: mostMessages, after: 0 }),
  );
  const messages = (run?.ids ?? []).slice(-mostMessages).flatMap((id) => store.messageStore.get(id) ?? []);
  const counts = new Map(app.unread.value.map((one) => [keyOf(one.place), one]));
  const query = useSignal(app.isReturn.peek() ? lookedFor : "");
  lookedFor = query.value;
  const nameOf = (place: Place): string =>
    place.kind === "topic"
      ? `#${store.channels.value.known.get(place.channelId)?.name} ${topicName(place.topic)}`
      : directName(place.userIds);
  const conversations = conversationsIn(messages, store.ownId)
    .filter(({ place }) => !isMuted(store, place))
    .filter(({ place, isMine }) =>
      shown.value === "unread" ? counts.has(keyOf(place)) : shown.value === "all" || isMine,
    )
    .filter(({ place }) => matchRank(nameOf(place), query.value) !== undefined);
  const has24Hours = store.settings.value.twenty_four_hour_time === true;
  return (
    <main class="view" aria-label={words.recent}>
      <header class="view-head">
        <MenuButton />
        <h1>{words.recent}</h1>
        <div class="view-actions">
          <SearchBox narrow={[]} isQuery={false} />
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="page" tabIndex={0} aria-label={words.recent}>
        {run === undefined && (
          <p class="empty" role="status">
            {failure ? errorText(failure.error) : words.loading}
          </p>
        )}
        <ListFilter
          label={recentWords.find}
          query={query}
          kindLabel={recentWords.which}
          kinds={recentWords.kinds}
          kind={shown.value}
          onKind={(kind) => {
            shown.value = kind;
          }}
        />
        {run !== undefined && conversations.length === 0 && (
          <p class="empty">
            {query.value === "" && shown.value === "all" ? words.nothingHere : words.nothingFound}
          </p>
        )}
        <ul class="inbox-list">
          {conversations.map(({ place, newest, writers }) => (
            <li key={keyOf(place)}>
              <a
                class="inbox-row"
                data-keys="row"
                href={app.href({ screen: "narrow", narrow: narrowOf(place, store.ownId) })}
              >
                <span class="inbox-name" dir="auto">
                  {place.kind === "topic" ? (
                    <>
                      <span class="soft">#{store.channels.value.known.get(place.channelId)?.name} › </span>
                      {topicName(place.topic)}
                    </>
                  ) : (
                    directName(place.userIds)
                  )}
                </span>
                <span class="faces">
                  {writers.map((id) => (
                    <Avatar key={id} userId={id} size={20} />
                  ))}
                </span>
                <span class="soft when">{shortTimestamp(newest.timestamp, has24Hours)}</span>
                <CountMark count={0} {...counts.get(keyOf(place))} />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
};
