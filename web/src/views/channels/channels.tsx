import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { subscribe } from "../../api/channels";
import { useApp } from "../../app/app";
import type { ChannelListPart } from "../../app/location";
import { mayInRealm, mayJoin } from "../../store/rights";
import { AnyIcon } from "../../ui/any-icon";
import { ChannelIcon } from "../../ui/channel-icon";
import { Html } from "../../ui/html";
import { ListFilter } from "../../ui/list-filter";
import { matchRank } from "../../ui/ranking";
import type { Channel } from "../../wire/wire";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";
import { leaveChannel } from "../places/channel-actions";
import { MenuButton } from "../places/view-header";

const Row = ({ channel }: { readonly channel: Channel }) => {
  const app = useApp();
  const { subscribed } = app.store.channels.value;
  const id = channel.stream_id;
  const subscription = subscribed.get(id);
  return (
    <li class="channel-row">
      <ChannelIcon channel={channel} color={subscription?.color} />
      <div class="channel-about">
        <a href={app.href({ screen: "narrow", narrow: [{ operator: "channel", operand: id }] })} dir="auto">
          {channel.name}
        </a>
        <p class="soft">{cardWords.subscribers(channel.subscriber_count)}</p>
        {channel.description !== "" && (
          <div class="one-line soft">
            <Html html={channel.rendered_description} />
          </div>
        )}
      </div>
      <a
        class="quiet"
        href={app.href({ screen: "channel", channelId: id, section: "general" })}
        aria-label={cardWords.settingsOf(channel.name)}
        title={deferredWords.channelSettings}
      >
        <AnyIcon name="gear" />
      </a>
      {!channel.is_archived && (subscription !== undefined || mayJoin(app.store, channel)) && (
        <button
          type="button"
          class={subscription ? "plain" : "plain join"}
          aria-label={
            subscription ? deferredWords.leaveChannel(channel.name) : deferredWords.joinChannel(channel.name)
          }
          onClick={() => void (subscription ? leaveChannel(app, id) : app.attempt(subscribe(channel.name)))}
        >
          {subscription ? deferredWords.unsubscribe : deferredWords.subscribe}
        </button>
      )}
    </li>
  );
};

/** Whether the user can create channels of any type. */
const mayCreate = (store: Parameters<typeof mayInRealm>[0]): boolean =>
  mayInRealm(store, "can_create_public_channel_group") ||
  mayInRealm(store, "can_create_private_channel_group");

/** All channels the user can know about: find, join and leave them. The URL may ask for a new one at once. */
export const Channels = ({ part }: { readonly part?: ChannelListPart }) => {
  const app = useApp();
  const query = useSignal("");
  const kind = part === undefined || part === "new" ? "all" : part;
  useEffect(() => {
    if (part !== "new") return;
    // Going back, or a reload, must not open it again.
    app.follow({ screen: "channels" });
    if (mayCreate(app.store)) app.dialog.value = { kind: "new-channel" };
  }, [app, part]);
  const { known, subscribed } = app.store.channels.value;
  const channels = [...known.values()]
    .filter(({ is_archived }) => is_archived === (kind === "archived"))
    .filter(
      ({ stream_id }) =>
        !["subscribed", "available"].includes(kind) || subscribed.has(stream_id) === (kind === "subscribed"),
    )
    .flatMap((channel) => {
      const fit = matchRank(channel.name, query.value) ?? matchRank(channel.description, query.value);
      return fit === undefined ? [] : [{ channel, fit }];
    })
    .sort((a, b) => a.fit - b.fit || a.channel.name.localeCompare(b.channel.name));
  return (
    <main class="view" aria-label={words.allChannels}>
      <header class="view-head">
        <MenuButton />
        <h1>{words.allChannels}</h1>
        <div class="view-actions">
          {mayCreate(app.store) && (
            <button
              type="button"
              class="primary"
              onClick={() => {
                app.dialog.value = { kind: "new-channel" };
              }}
            >
              {cardWords.newChannel}
            </button>
          )}
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="page" tabIndex={0} aria-label={words.allChannels}>
        <ListFilter
          label={cardWords.findChannel}
          query={query}
          kindLabel={cardWords.which}
          kinds={cardWords.channelKinds}
          kind={kind}
          onKind={(next) => app.follow({ screen: "channels", ...(next !== "all" && { part: next }) })}
        />
        {channels.length === 0 && <p class="empty">{cardWords.nothingFound}</p>}
        <ul class="inbox-list">
          {channels.map(({ channel }) => (
            <Row key={channel.stream_id} channel={channel} />
          ))}
        </ul>
      </section>
    </main>
  );
};
