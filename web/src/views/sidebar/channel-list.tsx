import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useApp } from "../../app/app";
import { channelIdIn } from "../../app/location";
import { unreadByChannel } from "../../store/unread-places";
import { ChannelIcon } from "../../ui/channel-icon";
import { CountMark } from "../../ui/count-mark";
import { Icon } from "../../ui/icon";
import { useGrowing } from "../../ui/use-growing";
import type { Subscription } from "../../wire/wire";
import { words } from "../../words/en";
import { MenuButton } from "../lazy/menu-button";
import { groupsOf } from "../places/channel-groups";
import { ChannelTopics } from "./channel-topics";

/** Least heights in pixels: of a link, and of everything above the channels. */
const linkHeight = 30;
const heightAbove = 320;

const foldedName = "parley-folded";

const readFolded = (): ReadonlySet<string> => {
  try {
    return new Set(JSON.parse(localStorage.getItem(foldedName) ?? "[]"));
  } catch {
    return new Set();
  }
};

/** The folders that are collapsed on this device. */
const folded = signal<ReadonlySet<string>>(readFolded());

const toggle = (key: string): void => {
  const next = new Set(folded.peek());
  if (!next.delete(key)) next.add(key);
  folded.value = next;
  try {
    localStorage.setItem(foldedName, JSON.stringify([...next]));
  } catch {
    // If storage is full, this lasts as long as the window lives.
  }
};

interface ChannelLinkProps {
  readonly channel: Subscription;
  readonly count: number | undefined;
  readonly mentions: number | undefined;
  /** Whether the channel is on screen. */
  readonly isHere: boolean;
  /** Whether the channel or one of its topics is on screen. */
  readonly isOpen: boolean;
}

const ChannelLink = ({ channel, count = 0, mentions = 0, isHere, isOpen }: ChannelLinkProps) => {
  const app = useApp();
  const id = channel.stream_id;
  return (
    <li>
      <div class="side-item" data-about={`channel ${id}`}>
        <a
          class={channel.is_muted ? "side-link muted" : "side-link"}
          href={app.href({ screen: "narrow", narrow: [{ operator: "channel", operand: id }] })}
          {...(isHere && { "aria-current": "page" })}
        >
          <ChannelIcon channel={channel} color={channel.color} />
          <span class="side-name" dir="auto">
            {channel.name}
          </span>
          <CountMark count={count} mentions={mentions} isQuiet={channel.is_muted} />
        </a>
        <MenuButton
          icon="more"
          label={words.actionsOn(channel.name)}
          actions={(parts) => parts.channelActions(app, id)}
          class="side-more"
        />
      </div>
      {isOpen && <ChannelTopics channelId={id} />}
    </li>
  );
};

/** The user's channels: pinned, by folder, and all others. */
export const ChannelList = ({ filter }: { readonly filter: string }) => {
  const app = useApp();
  const { subscribed } = app.store.channels.value;
  const folders = app.store.folders.value;
  // Sorted again only when they change: unread counts change with every message.
  const groups = useMemo(
    () => groupsOf(subscribed.values(), folders.values(), filter),
    [subscribed, folders, filter],
  );
  const unread = unreadByChannel(app.unread.value);
  const at = app.location.value;
  const openId = at.screen === "narrow" ? channelIdIn(at.narrow) : undefined;
  const isWhole = at.screen === "narrow" && at.narrow.length === 1 && (at.near ?? at.with) === undefined;
  let room = useGrowing(linkHeight, heightAbove);
  const some = (inside: readonly Subscription[]): readonly Subscription[] => {
    const first = inside.slice(0, Math.max(0, room));
    room -= first.length;
    return first;
  };
  return (
    <>
      {groups.map(({ key, title, channels: inside }) => {
        const isFolded = filter === "" && folded.value.has(key);
        const isOpen = (channel: Subscription) => channel.stream_id === openId;
        // What is being read stays in sight.
        const shown = isFolded ? inside.filter(isOpen) : some(inside);
        const sumOf = (what: "count" | "mentions") =>
          inside.reduce((sum, one) => sum + ((!isOpen(one) && unread.get(one.stream_id)?.[what]) || 0), 0);
        return (
          <section key={key} aria-label={title}>
            <div class="side-title">
              <h2>
                <button type="button" aria-expanded={!isFolded} onClick={() => toggle(key)}>
                  <Icon name={isFolded ? "forward" : "down"} />
                  <span dir="auto">{title}</span>
                </button>
              </h2>
              {isFolded && <CountMark count={sumOf("count")} mentions={sumOf("mentions")} />}
              {key === "others" && (
                <a
                  class="quiet"
                  href={app.href({ screen: "channels" })}
                  aria-label={words.allChannels}
                  title={words.allChannels}
                >
                  <Icon name="plus" />
                </a>
              )}
            </div>
            {shown[0] && (
              <ul>
                {shown.map((channel) => (
                  <ChannelLink
                    key={channel.stream_id}
                    channel={channel}
                    count={unread.get(channel.stream_id)?.count}
                    mentions={unread.get(channel.stream_id)?.mentions}
                    isHere={isWhole && openId === channel.stream_id}
                    isOpen={isOpen(channel)}
                  />
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </>
  );
};
