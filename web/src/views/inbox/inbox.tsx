import { useComputed } from "@preact/signals";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import { keyOf } from "../../store/place";
import { mayInRealm } from "../../store/rights";
import type { Count } from "../../store/unread-places";
import { Avatar } from "../../ui/avatar";
import { sortedByName } from "../../ui/by-name";
import { ChannelIcon } from "../../ui/channel-icon";
import { CountMark } from "../../ui/count-mark";
import { Icon } from "../../ui/icon";
import { topicName, useDirectName } from "../../ui/place-heading";
import { useGrowing } from "../../ui/use-growing";
import { words } from "../../words/en";
import { lazyView } from "../lazy/lazy-views";
import { MenuButton, ReadAll } from "../places/view-header";
import { SearchBox } from "../search/search-box";

/** Least heights in pixels: of a conversation or heading, and of the view's own heading. */
const rowHeight = 40;
const headHeight = 52;

const FirstSteps = lazyView((parts) => parts.FirstSteps);

const Row = ({ one }: { readonly one: Count }) => {
  const app = useApp();
  const directName = useDirectName();
  const { place, mentions, waiting } = one;
  const others = place.kind === "direct" ? place.userIds.filter((id) => id !== app.store.ownId) : [];
  return (
    <li>
      <a
        class="inbox-row"
        data-keys="row"
        href={app.href({ screen: "narrow", narrow: narrowOf(place, app.store.ownId) })}
      >
        {place.kind === "direct" && <Avatar userId={others[0] ?? app.store.ownId} size={24} />}
        <span class="inbox-name" dir="auto">
          {place.kind === "topic" ? topicName(place.topic) : directName(place.userIds)}
        </span>
        <CountMark count={waiting} mentions={mentions} />
      </a>
    </li>
  );
};

/** Unread messages by conversation: the first screen. */
export const Inbox = () => {
  const app = useApp();
  const { store } = app;
  const counts = app.unread.value.filter(({ waiting }) => waiting > 0);
  const most = useGrowing(rowHeight, headHeight);
  /** Nobody else has joined yet, and the user can invite people. */
  const isAlone = useComputed(
    () =>
      mayInRealm(store, "can_invite_users_group") &&
      [...store.people.value.users.values()].filter(({ is_active, is_bot }) => is_active && !is_bot)
        .length === 1,
  );
  const directs = counts.filter(({ place }) => place.kind === "direct");
  const byChannel = new Map<number, Count[]>();
  for (const one of counts)
    if (one.place.kind === "topic")
      byChannel.set(one.place.channelId, [...(byChannel.get(one.place.channelId) ?? []), one]);
  const nameOf = (id: number) => store.channels.value.known.get(id)?.name ?? "";
  const isPinned = (id: number) => store.channels.value.subscribed.get(id)?.pin_to_top === true;
  const channels = sortedByName([...byChannel], ([id]) => nameOf(id)).toSorted(
    ([a], [b]) => Number(isPinned(b)) - Number(isPinned(a)),
  );
  let room = most - directs.length;
  const shown = channels.flatMap(([id, topics]): typeof channels => {
    if (room <= 0) return [];
    const first = topics.slice(0, room);
    room -= first.length + 1;
    return [[id, first]];
  });
  return (
    <main class="view" aria-label={words.inbox}>
      <header class="view-head">
        <MenuButton />
        <h1>{words.inbox}</h1>
        <div class="view-actions">
          <ReadAll />
          <SearchBox narrow={[]} isQuery={false} />
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="page" tabIndex={0} aria-label={words.inbox}>
        {isAlone.value && <FirstSteps />}
        {counts.length === 0 && !isAlone.value && (
          <div class="empty">
            <p class="empty-title">{words.allRead}</p>
            <p class="soft">{words.allReadHint}</p>
          </div>
        )}
        {directs.length > 0 && (
          <section>
            <h2 class="inbox-title">
              <Icon name="people" />
              {words.directMessages}
            </h2>
            <ul class="inbox-list">
              {directs.slice(0, most).map((one) => (
                <Row key={keyOf(one.place)} one={one} />
              ))}
            </ul>
          </section>
        )}
        {shown.map(([id, topics]) => (
          <section key={id}>
            <h2 class="inbox-title">
              <ChannelIcon channel={store.channels.value.known.get(id)} />
              <a
                href={app.href({ screen: "narrow", narrow: [{ operator: "channel", operand: id }] })}
                dir="auto"
              >
                {nameOf(id)}
              </a>
            </h2>
            <ul class="inbox-list">
              {topics.map((one) => (
                <Row key={keyOf(one.place)} one={one} />
              ))}
            </ul>
          </section>
        ))}
      </section>
    </main>
  );
};
