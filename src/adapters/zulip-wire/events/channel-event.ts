import { noActivity } from "../../../application/channel-activity/channel-activity";
import type { Channel } from "../../../domain/channels/channel";
import type { DefaultChannelGroup } from "../../../domain/channels/default-channel-group";
import type { ChannelHistory } from "../../../domain/events/channel-event";
import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import type { ChannelId } from "../../../domain/ids";
import type { RealmState } from "../../../domain/state/realm-state";
import { encodeChannel, postPolicy } from "../encode/channel";
import { encodeChannelFolder } from "../encode/channel-folder";
import { encodeDefaultChannelGroup } from "../encode/default-channel-group";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodeRetentionDays } from "../encode/retention-days";
import { viewOf } from "../encode/visible-members";
import { settingName } from "../setting-names";
import { changedPermissions } from "./changed-permissions";
import { channelUpdate } from "./channel-update";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

/** The event for a channel the reader can now see. */
export const channelAdded = (
  channelId: ChannelId,
  history: ChannelHistory | undefined,
  { state, user, now }: EventReader,
): readonly EventEntry[] => {
  const channel = state.channels.get(channelId);
  const view = viewOf(state, user, now);
  const streams = channel ? [encodeChannel({ channel, ...noActivity, ...history }, view)] : [];
  return [{ category: "channel", body: { type: "stream", op: "create", streams } }];
};

/** The event for a channel the reader can no longer see, or that was archived and their client hides archived ones. */
export const channelGone = (channelId: ChannelId): readonly EventEntry[] => [
  {
    category: "channel",
    body: { type: "stream", op: "delete", streams: [{ stream_id: channelId }], stream_ids: [channelId] },
  },
];

/** Clients that do not know archived channels get them deleted and created instead. */
export const channelChanged = (
  event: EventOf<"channel_changed">,
  before: RealmState,
  reader: EventReader,
): readonly EventEntry[] => {
  const channel = reader.state.channels.get(event.channelId);
  if (channel === undefined) return [];
  const { isArchived } = event.change;
  if (!reader.presentation.archivedChannels) {
    if (isArchived === true) return channelGone(channel.id);
    if (isArchived === false) return channelAdded(channel.id, undefined, reader);
    if (event.wasArchived) return [];
  }
  return propertyUpdates(event, channel, before, reader).map((update) =>
    channelUpdate(channel.id, event.nameBefore, update),
  );
};

/** One update for each changed property. */
const propertyUpdates = (
  { change }: EventOf<"channel_changed">,
  channel: Channel,
  before: RealmState,
  reader: EventReader,
): readonly object[] => {
  const {
    description,
    renderedDescription,
    privacy,
    historyPublicToSubscribers,
    messageRetentionDays: days,
    permissions = {},
    ...plain
  } = change;
  const permissionsBefore = before.channels.get(channel.id)?.permissions ?? {};
  const changed = changedPermissions(permissions, permissionsBefore, before, reader);
  const policy = postPolicy(channel);
  return [
    ...(privacy !== undefined || historyPublicToSubscribers !== undefined
      ? [
          {
            property: "invite_only",
            value: channel.privacy === "private",
            history_public_to_subscribers: channel.historyPublicToSubscribers,
            is_web_public: channel.privacy === "web-public",
          },
        ]
      : []),
    ...(description !== undefined
      ? [{ property: "description", value: description, rendered_description: renderedDescription }]
      : []),
    ...(days !== undefined ? [{ property: "message_retention_days", value: encodeRetentionDays(days) }] : []),
    ...Object.entries(plain).map(([name, value]) => ({ property: settingName(name), value })),
    ...Object.entries(changed).map(([property, value]) => ({ property, value })),
    ...(changed.can_send_message_group !== undefined
      ? [
          { property: "stream_post_policy", value: policy },
          { property: "is_announcement_only", value: policy === 2 },
        ]
      : []),
  ];
};

export const channelFoldersSet = ({
  folders,
  change,
}: EventOf<"channel_folders_set">): readonly EventEntry[] => {
  const entry = (op: string, fields: object): readonly EventEntry[] => [
    { category: "channel_folder", body: { type: "channel_folder", op, ...fields } },
  ];
  if (change.op === "reorder") return entry("reorder", { order: folders.map(({ id }) => id) });
  const index = folders.findIndex(({ id }) => id === change.folderId);
  const folder = folders[index];
  if (folder === undefined) return [];
  if (change.op === "add") return entry("add", { channel_folder: encodeChannelFolder(folder, index) });
  const data = Object.entries(change.change).map(([name, value]) => [settingName(name), value]);
  return entry("update", { channel_folder_id: folder.id, data: Object.fromEntries(data) });
};

export const defaultChannelsEntry = (channelIds: readonly ChannelId[]): EventEntry => ({
  category: "default_channels",
  body: { type: "default_streams", default_streams: channelIds },
});

export const defaultChannelGroupsEntry = (groups: readonly DefaultChannelGroup[]): EventEntry => ({
  category: "default_channel_groups",
  body: { type: "default_stream_groups", default_stream_groups: groups.map(encodeDefaultChannelGroup) },
});

/** Guests get no default channels, since they may not see them. */
export const defaultChannelsSet = (
  { channelIds }: EventOf<"default_channels_set">,
  { user }: EventReader,
): readonly EventEntry[] => (user.role === "guest" ? [] : [defaultChannelsEntry(channelIds)]);

/** Guests get no default channel groups, since they may not see their channels. */
export const defaultChannelGroupsSet = (
  { groups }: EventOf<"default_channel_groups_set">,
  { user }: EventReader,
): readonly EventEntry[] => (user.role === "guest" ? [] : [defaultChannelGroupsEntry(groups)]);
