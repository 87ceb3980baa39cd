import { isHome, useApp } from "../../app/app";
import { channelIdIn, placeIn, reactionsToMine } from "../../app/location";
import { policyOf } from "../../store/muting";
import { type Narrow, narrowKey } from "../../store/narrow";
import { topicRights } from "../../store/rights";
import { isResolved } from "../../store/topic";
import { ChannelIcon } from "../../ui/channel-icon";
import { Html } from "../../ui/html";
import { Icon } from "../../ui/icon";
import { channelLabel, topicName, useDirectName } from "../../ui/place-heading";
import { TopicPolicy } from "../../wire/numbers";
import { words } from "../../words/en";
import { deferred, loadDeferred } from "../lazy/lazy-views";
import { MenuButton as ActionsButton } from "../lazy/menu-button";
import { SearchBox } from "../search/search-box";

/** On phones: goes up to the home view. */
const BackLink = () => {
  const app = useApp();
  return (
    <a class="quiet back-link" href={app.href(app.home.value)} aria-label={words.back}>
      <Icon name="back" />
    </a>
  );
};

/** Opens the sidebar on screens too narrow to show it permanently. */
export const MenuButton = () => {
  const app = useApp();
  return (
    <button
      type="button"
      class="quiet menu-button"
      aria-label={words.channels}
      aria-expanded={app.isMenuOpen.value}
      onClick={() => {
        app.isMenuOpen.value = !app.isMenuOpen.value;
      }}
    >
      <Icon name="menu" />
    </button>
  );
};

/** The name of a view that isn't one conversation; undefined for a channel or a search. */
export const titleOf = (narrow: Narrow, ownId: number): string | undefined => {
  const [first, ...rest] = narrow;
  if (first === undefined) return words.feed;
  if (narrowKey(narrow) === narrowKey(reactionsToMine(ownId))) return words.reactionsToMine;
  if (rest.length > 0 || first.operator !== "is" || first.negated) return undefined;
  const titles: Readonly<Record<string, string>> = {
    starred: words.starred,
    followed: words.followedTopics,
    mentioned: words.mentions,
    dm: words.directMessages,
  };
  return titles[String(first.operand)];
};

/** The most frequent actions on a topic, and a menu of the others. */
export const TopicActs = ({ channelId, topic }: { readonly channelId: number; readonly topic: string }) => {
  const app = useApp();
  const isFollowed = policyOf(app.store, channelId, topic) === TopicPolicy.followed;
  const { resolve } = topicRights(app.store, channelId);
  const isDone = isResolved(topic);
  const doneLabel = isDone ? words.unresolve : words.resolve;
  return (
    <>
      {resolve && topic !== "" && (
        <button
          type="button"
          class="quiet spare"
          aria-pressed={isDone}
          aria-label={words.resolve}
          title={doneLabel}
          onClick={() =>
            void app.attempt(loadDeferred().then((parts) => parts.toggleResolved(app, channelId, topic)))
          }
        >
          <Icon name="done" />
        </button>
      )}
      <button
        type="button"
        class="quiet spare"
        aria-pressed={isFollowed}
        aria-label={words.follow}
        title={isFollowed ? words.unfollow : words.follow}
        onClick={() =>
          void app.attempt(
            loadDeferred().then((parts) =>
              parts.setPolicy(app, channelId, topic, isFollowed ? TopicPolicy.inherit : TopicPolicy.followed),
            ),
          )
        }
      >
        <Icon name="bell" />
      </button>
      <ActionsButton
        icon="more"
        label={words.topicActions}
        actions={(parts) => parts.topicActions(app, channelId, topic)}
      />
    </>
  );
};

/** Marks everything as read. */
export const ReadAll = () => {
  const parts = deferred.value;
  return parts ? <parts.ReadAllButton /> : null;
};

/** The view's title, with actions on all of it. */
export const ViewHeader = ({ narrow }: { readonly narrow: Narrow }) => {
  const app = useApp();
  const directName = useDirectName();
  const place = placeIn(narrow, app.store.ownId);
  const channelId = channelIdIn(narrow);
  const { known, subscribed } = app.store.channels.value;
  const channel = channelId === undefined ? undefined : known.get(channelId);
  const isSubscribed = channelId !== undefined && subscribed.has(channelId);
  const isConversation =
    narrow.length <= 2 && (place !== undefined || (channelId !== undefined && narrow.length === 1));
  const title = titleOf(narrow, app.store.ownId);
  const parts = deferred.value;
  return (
    <header class="view-head">
      {isHome(app) ? <MenuButton /> : <BackLink />}
      {isConversation || title !== undefined ? (
        <h1>
          {channel && (
            <a
              href={app.href({
                screen: "narrow",
                narrow: [{ operator: "channel", operand: channel.stream_id }],
              })}
            >
              <ChannelIcon channel={channel} />
              <span class="one-line" dir="auto">
                {channel.name}
              </span>
            </a>
          )}
          {channelId !== undefined && channel === undefined && (
            <span class="one-line" dir="auto">
              {channelLabel(app, channelId)}
            </span>
          )}
          {place?.kind === "topic" && (
            <>
              <span class="soft" aria-hidden="true">
                ›
              </span>
              <span class="topic" dir="auto">
                {topicName(place.topic)}
              </span>
            </>
          )}
          {place?.kind === "direct" && (
            <span class="one-line" dir="auto">
              {directName(place.userIds)}
            </span>
          )}
          {title !== undefined && <span class="one-line">{title}</span>}
        </h1>
      ) : (
        <h1>
          <span class="one-line">{words.searchResults}</span>
        </h1>
      )}
      {parts && place?.kind === "direct" && <parts.PersonState userIds={place.userIds} />}
      {channel && place === undefined && narrow.length === 1 && channel.description !== "" && (
        <div class="about one-line soft">
          <Html html={channel.rendered_description} />
        </div>
      )}
      <div class="view-actions">
        {channel &&
          !app.isSpectator &&
          (place?.kind === "topic" ? (
            <TopicActs channelId={channel.stream_id} topic={place.topic} />
          ) : (
            isSubscribed && (
              <ActionsButton
                icon="more"
                label={words.channelActions}
                actions={(parts) => parts.channelActions(app, channel.stream_id)}
              />
            )
          ))}
        {!app.isSpectator && narrow.length === 0 && <ReadAll />}
        {!app.isSpectator && parts && <parts.NextUnreadLink />}
        <SearchBox narrow={narrow} isQuery={!isConversation && title === undefined} />
      </div>
    </header>
  );
};
