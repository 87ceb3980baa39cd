import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type App, useApp } from "../../app/app";
import { type Location, narrowOf, placeIn, reactionsToMine } from "../../app/location";
import { Avatar, presenceStateOf } from "../../ui/avatar";
import { CountMark } from "../../ui/count-mark";
import { Icon, type IconName } from "../../ui/icon";
import { useDirectName } from "../../ui/place-heading";
import { matchRank } from "../../ui/ranking";
import { TopicPolicy } from "../../wire/numbers";
import type { UserTopic } from "../../wire/wire";
import { words } from "../../words/en";
import { MenuButton } from "../lazy/menu-button";
import { ChannelList } from "./channel-list";

interface LinkProps {
  readonly to: Location;
  readonly icon: IconName;
  readonly label: string;
  /** Unread messages: only this link is redrawn when they change. */
  readonly count?: () => number;
  /** A count that isn't about unread messages. */
  readonly quiet?: number;
}

const isAt = (app: App, to: Location): boolean => app.href(app.location.value) === app.href(to);

const ViewLink = ({ to, icon, label, count, quiet }: LinkProps) => {
  const app = useApp();
  return (
    <li>
      <a class="side-link" href={app.href(to)} {...(isAt(app, to) && { "aria-current": "page" })}>
        <Icon name={icon} />
        <span class="side-view">{label}</span>
        <CountMark count={count?.() ?? 0} />
        {quiet !== undefined && <span class="count quiet-count">{quiet}</span>}
      </a>
    </li>
  );
};

const isFollowed = ({ visibility_policy }: UserTopic): boolean => visibility_policy === TopicPolicy.followed;

const mostDirects = 12;

interface DirectLinkProps {
  readonly userIds: readonly number[];
  readonly count: number;
}

const DirectLink = ({ userIds, count }: DirectLinkProps) => {
  const app = useApp();
  const { store } = app;
  const directName = useDirectName();
  const to: Location = { screen: "narrow", narrow: narrowOf({ kind: "direct", userIds }, store.ownId) };
  const others = userIds.filter((id) => id !== store.ownId);
  const face = others[0] ?? store.ownId;
  const presenceState = presenceStateOf(store.presences.value.get(face));
  const at = app.location.value;
  const shown = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
  const isShown = shown?.kind === "direct" && shown.userIds.join() === userIds.join();
  return (
    <li>
      <a class="side-link" href={app.href(to)} {...(isShown && { "aria-current": "page" })}>
        {others.length > 1 ? (
          <Icon name="people" />
        ) : (
          <span class={`presence ${presenceState}`} title={words.presenceStates[presenceState]}>
            <Avatar userId={face} size={20} />
          </span>
        )}
        <span class="side-name" dir="auto">
          {directName(userIds)}
        </span>
        <CountMark count={count} />
      </a>
    </li>
  );
};

const Directs = ({ filter }: { readonly filter: string }) => {
  const app = useApp();
  const { store } = app;
  const directName = useDirectName();
  const unread = new Map(
    app.unread.value.flatMap(({ place, count }) =>
      place.kind === "direct" ? [[place.userIds.join(), count]] : [],
    ),
  );
  const conversations = [...store.directs.value.values()]
    .sort((a, b) => b.newest - a.newest)
    .filter(({ userIds }) => matchRank(directName(userIds), filter) !== undefined)
    .slice(0, mostDirects);
  return (
    <section aria-labelledby="directs">
      <div class="side-title">
        <h2 id="directs">{words.directMessages}</h2>
        <button
          type="button"
          class="quiet"
          aria-label={words.newDirect}
          title={words.newDirect}
          onClick={() => {
            app.isMenuOpen.value = false;
            app.composing.value = { kind: "direct" };
          }}
        >
          <Icon name="plus" />
        </button>
      </div>
      <ul>
        {conversations.map(({ userIds }) => (
          <DirectLink
            key={userIds.join()}
            userIds={userIds}
            count={Number(unread.get(userIds.join()) ?? 0)}
          />
        ))}
      </ul>
    </section>
  );
};

/** The sidebar: views, people, channels, and the topics of the open channel. */
export const Sidebar = () => {
  const app = useApp();
  const { store, isMenuOpen } = app;
  const filter = useSignal("");
  const unsent = useComputed(
    () => app.outbox.unsent.value.filter(({ problem }) => problem !== undefined).length,
  );
  const drafts = store.drafts.value.size + app.localDrafts.value.length + unsent.value;
  useEffect(() => {
    if (isMenuOpen.value) document.getElementById("side-filter")?.focus();
  }, [isMenuOpen.value]);
  return (
    <nav class={isMenuOpen.value ? "side open" : "side"} aria-label={words.navigation} id="side">
      <div class="side-head">
        <a href={app.href(app.home.value)} class="realm-name" dir="auto">
          {String(store.realm.value.realm_name ?? app.session.realm_name)}
        </a>
        <MenuButton
          label={words.you}
          actions={(parts) => parts.userMenuActions(app)}
          sign={<Avatar userId={store.ownId} size={24} />}
        />
      </div>
      <input
        id="side-filter"
        class="field"
        type="search"
        aria-label={words.filter}
        placeholder={words.filter}
        value={filter.value}
        onInput={(event) => {
          filter.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            filter.value = "";
            event.currentTarget.blur();
          } else if (event.key === "Enter")
            document.querySelector<HTMLAnchorElement>("#side section .side-link")?.click();
        }}
      />
      {filter.value === "" && (
        <ul>
          <ViewLink
            to={{ screen: "inbox" }}
            icon="inbox"
            label={words.inbox}
            count={() => app.unreadCount.value}
          />
          <ViewLink to={{ screen: "recent" }} icon="clock" label={words.recent} />
          <ViewLink to={{ screen: "narrow", narrow: [] }} icon="list" label={words.feed} />
          <ViewLink
            to={{ screen: "narrow", narrow: [{ operator: "is", operand: "mentioned" }] }}
            icon="at"
            label={words.mentions}
            count={() => app.unread.value.reduce((sum, { mentions }) => sum + mentions, 0)}
          />
          <ViewLink
            to={{ screen: "narrow", narrow: [{ operator: "is", operand: "starred" }] }}
            icon="star"
            label={words.starred}
          />
          <ViewLink
            to={{ screen: "narrow", narrow: reactionsToMine(store.ownId) }}
            icon="smile"
            label={words.reactionsToMine}
          />
          {[...store.topicPolicies.value.values()].some(isFollowed) && (
            <ViewLink
              to={{ screen: "narrow", narrow: [{ operator: "is", operand: "followed" }] }}
              icon="bell"
              label={words.followedTopics}
            />
          )}
          {store.reminders.value.size > 0 && (
            <ViewLink
              to={{ screen: "reminders" }}
              icon="bell"
              label={words.reminders}
              quiet={store.reminders.value.size}
            />
          )}
          {drafts > 0 && (
            <ViewLink to={{ screen: "drafts" }} icon="edit" label={words.drafts} quiet={drafts} />
          )}
          {store.scheduled.value.size > 0 && (
            <ViewLink
              to={{ screen: "scheduled" }}
              icon="clock"
              label={words.scheduledMessages}
              quiet={store.scheduled.value.size}
            />
          )}
        </ul>
      )}
      <Directs filter={filter.value} />
      <ChannelList filter={filter.value} />
    </nav>
  );
};
