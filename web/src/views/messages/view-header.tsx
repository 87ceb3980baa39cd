import { send } from "../../api/call";
import { setSubscriptionProperty, setTopicPolicy, subscribe } from "../../api/requests";
import { policyOf, useApp } from "../../app";
import type { Narrow } from "../../store/narrow";
import { keyOf, topicPlace } from "../../store/place";
import { Icon } from "../../ui/icon";
import { words } from "../../words/en";
import { channelIdIn, placeIn } from "../location";
import { SearchBox } from "../search/search-box";
import { topicName, useDirectName } from "./place-heading";

/** On phones: up to where one came from, or would have. */
const BackLink = () => (
  <a class="quiet back-link" href="#inbox" aria-label={words.back}>
    <Icon name="back" />
  </a>
);

/** Opens the list of channels, where there is no room beside it. */
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

const titleOf = (narrow: Narrow): string | undefined => {
  const [first, ...rest] = narrow;
  if (first === undefined) return words.feed;
  if (rest.length > 0 || first.operator !== "is" || first.negated) return undefined;
  const titles: Readonly<Record<string, string>> = {
    starred: words.starred,
    mentioned: words.mentions,
    dm: words.directMessages,
    unread: words.unread,
  };
  return titles[String(first.operand)];
};

const TopicActs = ({ channelId, topic }: { readonly channelId: number; readonly topic: string }) => {
  const app = useApp();
  const policy = policyOf(app.store, channelId, topic);
  const set = (next: number) => void app.attempt(setTopicPolicy(channelId, topic, next));
  const unread = app.store.unread.value.places.get(keyOf(topicPlace(channelId, topic)))?.ids.size ?? 0;
  return (
    <>
      {unread > 0 && (
        <button
          type="button"
          class="quiet"
          aria-label={words.markRead}
          title={words.markRead}
          onClick={() =>
            void app.attempt(send("POST", "/mark_topic_as_read", { stream_id: channelId, topic_name: topic }))
          }
        >
          <Icon name="check" />
        </button>
      )}
      <button
        type="button"
        class="quiet follow"
        aria-pressed={policy === 3}
        aria-label={words.follow}
        title={policy === 3 ? words.unfollow : words.follow}
        onClick={() => set(policy === 3 ? 0 : 3)}
      >
        <Icon name="bell" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed={policy === 1}
        aria-label={words.muteTopic}
        title={policy === 1 ? words.unmuteTopic : words.muteTopic}
        onClick={() => set(policy === 1 ? 0 : 1)}
      >
        <Icon name="mute" />
      </button>
    </>
  );
};

const ChannelActs = ({ channelId }: { readonly channelId: number }) => {
  const app = useApp();
  const { known, subscribed } = app.store.channels.value;
  const subscription = subscribed.get(channelId);
  const name = known.get(channelId)?.name;
  if (subscription === undefined)
    return name === undefined ? null : (
      <button type="button" class="plain" onClick={() => void app.attempt(subscribe(name))}>
        {words.subscribe}
      </button>
    );
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={subscription.is_muted}
      aria-label={words.muteChannel}
      title={subscription.is_muted ? words.unmuteChannel : words.muteChannel}
      onClick={() => void app.attempt(setSubscriptionProperty(channelId, "is_muted", !subscription.is_muted))}
    >
      <Icon name="mute" />
    </button>
  );
};

/** What is shown, and what can be done with all of it. */
export const ViewHeader = ({ narrow }: { readonly narrow: Narrow }) => {
  const app = useApp();
  const directName = useDirectName();
  const place = placeIn(narrow, app.store.ownId);
  const channelId = channelIdIn(narrow);
  const channel = channelId === undefined ? undefined : app.store.channels.value.known.get(channelId);
  const isConversation = narrow.length <= 2 && (place !== undefined || (channel && narrow.length === 1));
  const title = titleOf(narrow);
  return (
    <header class="view-head">
      <BackLink />
      {isConversation || title !== undefined ? (
        <h1 dir="auto">
          {channel && (
            <a
              href={app.href({
                screen: "narrow",
                narrow: [{ operator: "channel", operand: channel.stream_id }],
              })}
            >
              <Icon name={channel.invite_only ? "lock" : channel.is_web_public ? "globe" : "hash"} />
              {channel.name}
            </a>
          )}
          {place?.kind === "topic" && (
            <>
              <span class="soft" aria-hidden="true">
                ›
              </span>
              <span class="topic">{topicName(place.topic)}</span>
            </>
          )}
          {place?.kind === "direct" && directName(place.userIds)}
          {title}
        </h1>
      ) : (
        <h1>{words.searchResults}</h1>
      )}
      {channel && place === undefined && narrow.length === 1 && channel.description !== "" && (
        <p class="about soft" dir="auto">
          {channel.description}
        </p>
      )}
      <div class="view-acts">
        {place?.kind === "topic" && <TopicActs channelId={place.channelId} topic={place.topic} />}
        {channel && place === undefined && <ChannelActs channelId={channel.stream_id} />}
        <SearchBox narrow={narrow} isQuery={!isConversation && title === undefined} />
      </div>
    </header>
  );
};
