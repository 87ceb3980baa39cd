import { signal } from "@preact/signals";
import { useApp } from "../../app/app";
import { channelIdIn, type Location } from "../../app/location";
import { type Count, unreadInChannel } from "../../store/unread-places";
import { ChannelIcon } from "../../ui/channel-icon";
import { CountMark } from "../../ui/count-mark";
import { Icon } from "../../ui/icon";
import { MenuButton } from "../../ui/menu";
import { matchRank } from "../../ui/ranking";
import type { Subscription } from "../../wire/wire";
import { words } from "../../words/en";
import { channelActions } from "../places/channel-actions";
import { ChannelTopics } from "./channel-topics";

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

interface ListProps {
  readonly counts: readonly Count[];
  readonly filter: string;
}

interface Group {
  readonly key: string;
  readonly title: string;
  readonly channels: readonly Subscription[];
}

const ChannelLink = ({
  channel,
  counts,
}: {
  readonly channel: Subscription;
  readonly counts: readonly Count[];
}) => {
  const app = useApp();
  const { location } = app;
  const id = channel.stream_id;
  const to: Location = { screen: "narrow", narrow: [{ operator: "channel", operand: id }] };
  const at = location.value.screen === "narrow" ? channelIdIn(location.value.narrow) : undefined;
  const isHere = app.href(location.value) === app.href(to);
  return (
    <li>
      <div class="side-item">
        <a
          class={channel.is_muted ? "side-link muted" : "side-link"}
          href={app.href(to)}
          {...(isHere && { "aria-current": "page" })}
        >
          <ChannelIcon channel={channel} color={channel.color} />
          <span class="side-name" dir="auto">
            {channel.name}
          </span>
          <CountMark count={unreadInChannel(counts, id)} isQuiet={channel.is_muted} />
        </a>
        <MenuButton
          icon="more"
          label={words.actionsOn(channel.name)}
          actions={() => channelActions(app, id)}
          class="side-more"
        />
      </div>
      {at === id && <ChannelTopics channelId={id} counts={counts} />}
    </li>
  );
};

const byName = (a: Subscription, b: Subscription): number =>
  Number(a.is_muted) - Number(b.is_muted) || a.name.localeCompare(b.name);

/** The user's channels: pinned, by folder, and all others. */
export const ChannelList = ({ counts, filter }: ListProps) => {
  const app = useApp();
  const { store } = app;
  const channels = [...store.channels.value.subscribed.values()]
    .filter(({ is_archived, name }) => !is_archived && matchRank(name, filter) !== undefined)
    .sort(byName);
  const folders = [...store.folders.value.values()].sort((a, b) => a.order - b.order);
  const folderOf = (channel: Subscription) =>
    channel.pin_to_top ? undefined : folders.find(({ id }) => id === channel.folder_id)?.id;
  const groups: readonly Group[] = [
    { key: "pinned", title: words.pinned, channels: channels.filter(({ pin_to_top }) => pin_to_top) },
    ...folders.map(({ id, name }) => ({
      key: `folder ${id}`,
      title: name,
      channels: channels.filter((channel) => folderOf(channel) === id),
    })),
    {
      key: "others",
      title: words.channels,
      channels: channels.filter((channel) => !channel.pin_to_top && folderOf(channel) === undefined),
    },
  ];
  const shown = groups.filter(({ key, channels: inside }) => inside.length > 0 || key === "others");
  return (
    <>
      {shown.map(({ key, title, channels: inside }) => {
        const isFolded = filter === "" && folded.value.has(key);
        const unread = inside.reduce(
          (sum, one) => sum + (one.is_muted ? 0 : unreadInChannel(counts, one.stream_id)),
          0,
        );
        return (
          <section key={key} aria-label={title}>
            <div class="side-title">
              <h2>
                <button type="button" aria-expanded={!isFolded} onClick={() => toggle(key)}>
                  <Icon name={isFolded ? "forward" : "down"} />
                  <span dir="auto">{title}</span>
                </button>
              </h2>
              {isFolded && <CountMark count={unread} />}
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
            {!isFolded && (
              <ul>
                {inside.map((channel) => (
                  <ChannelLink key={channel.stream_id} channel={channel} counts={counts} />
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </>
  );
};
