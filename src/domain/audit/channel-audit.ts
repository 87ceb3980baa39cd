import type { ChannelFolder } from "../channel-folders/channel-folder";
import { channelCodec } from "../channels/channel";
import { stored } from "../codec/stored";
import { groupedBy } from "../collections/grouped-by";
import type { ChannelEvent } from "../events/channel-event";
import { channelChangeCodec } from "../events/channel-event-codecs";
import type { EventOf } from "../events/event-family";
import type { ChannelId, UserId } from "../ids";
import type { AuditKind, AuditRecord } from "./audit-entry";
import {
  type AuditRules,
  type AuditStep,
  aboutChannel,
  aboutRealm,
  consequence,
  personalMatter,
  record,
} from "./audit-rule";
import { auditValues, changedValues, isUnchanged } from "./audit-values";

const channelChanged = (
  { channelId, change }: EventOf<ChannelEvent, "channel_changed">,
  { before }: AuditStep,
): readonly AuditRecord[] => {
  const channel = before.channels.get(channelId);
  if (channel === undefined) return [];
  // Nobody changes isRecentlyActive or renderedDescription: the server derives them.
  const { permissions = {}, isArchived, isRecentlyActive: _, renderedDescription: __, ...fields } = change;
  const properties = changedValues(
    { ...stored(channelCodec, channel), ...channel.permissions },
    { ...stored(channelChangeCodec, fields), ...permissions },
  );
  return [
    ...(isArchived === undefined
      ? []
      : [record(isArchived ? "channel_deactivated" : "channel_reactivated", aboutChannel(channelId))]),
    ...(isUnchanged(properties)
      ? []
      : [record("channel_property_changed", aboutChannel(channelId), properties)]),
  ];
};

const folderKinds = {
  add: "channel_folder_created",
  update: "channel_folder_changed",
  reorder: "channel_folders_reordered",
} as const satisfies Readonly<Record<string, AuditKind>>;

/** The properties of a folder that somebody entered or chose. */
const enteredFields = ({
  id: _,
  renderedDescription: __,
  creatorId: ___,
  createdAt: ____,
  ...fields
}: ChannelFolder): object => fields;

const foldersSet = (
  { folders, change }: EventOf<ChannelEvent, "channel_folders_set">,
  { before }: AuditStep,
): readonly AuditRecord[] => {
  const kind = folderKinds[change.op];
  if (change.op === "reorder")
    return [record(kind, aboutRealm(before), { after: auditValues({ ids: folders.map(({ id }) => id) }) })];
  const target = { type: "channel_folder", id: change.folderId } as const;
  const changedFolder = (list: typeof folders) => list.find(({ id }) => id === change.folderId);
  const folder = changedFolder(folders);
  const folderBefore = changedFolder(before.channelFolders) ?? {};
  return [record(kind, target, changedValues(folderBefore, folder ? enteredFields(folder) : {}))];
};

/** One record per channel, with the users subscribed or unsubscribed. */
const recordsByChannel = (
  kind: "subscription_created" | "subscription_deactivated",
  userIdsByChannel: ReadonlyMap<ChannelId, readonly UserId[]>,
): readonly AuditRecord[] =>
  [...userIdsByChannel].map(([channelId, userIds]) =>
    record(kind, aboutChannel(channelId), {
      [kind === "subscription_created" ? "after" : "before"]: auditValues({ userIds }),
    }),
  );

const subscribed = ({ subscriptions }: EventOf<ChannelEvent, "subscribed">): readonly AuditRecord[] => {
  const byChannel = [...groupedBy(subscriptions, ({ channelId }) => channelId)];
  return recordsByChannel(
    "subscription_created",
    new Map(byChannel.map(([id, list]) => [id, list.map(({ userId }) => userId)])),
  );
};

/** Audit rules for events about channels. */
export const channelAuditRules: AuditRules<ChannelEvent> = {
  channel_created: ({ channel }) => {
    const { id, name, privacy, historyPublicToSubscribers, permissions } = channel;
    return [
      record("channel_created", aboutChannel(id), {
        after: auditValues({ name, privacy, historyPublicToSubscribers, ...permissions }),
      }),
    ];
  },
  channel_changed: channelChanged,
  channel_revealed: consequence,
  channel_hidden: consequence,
  default_channels_set: ({ channelIds }, { before }) => [
    record("realm_default_channels_changed", aboutRealm(before), {
      before: auditValues({ channelIds: [...before.defaultChannels] }),
      after: auditValues({ channelIds }),
    }),
  ],
  default_channel_groups_set: ({ groups }, { before }) => [
    record("realm_default_channel_groups_changed", aboutRealm(before), {
      before: auditValues({ groups: before.defaultChannelGroups }),
      after: auditValues({ groups }),
    }),
  ],
  channel_folders_set: foldersSet,
  subscribed,
  unsubscribed: ({ channelIds, userIds }) =>
    recordsByChannel("subscription_deactivated", new Map(channelIds.map((id) => [id, userIds]))),
  subscriptions_changed: personalMatter,
};
