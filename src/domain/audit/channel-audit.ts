import type { ChannelEvent } from "../channel-event";
import type { EventOf } from "../event-family";
import { groupedBy } from "../grouped-by";
import type { AuditKind, AuditRecord } from "./audit-entry";
import {
  type AuditRules,
  type AuditStep,
  aboutChannel,
  aboutRealm,
  consequence,
  ownAffair,
  record,
} from "./audit-rule";
import { auditValues, changedValues, isUnchanged } from "./audit-values";

const channelChanged = (
  { channelId, change }: EventOf<ChannelEvent, "channel_changed">,
  { before }: AuditStep,
): readonly AuditRecord[] => {
  const channel = before.channels.get(channelId);
  if (channel === undefined) return [];
  // That a channel falls quiet is nobody's doing.
  const { permissions = {}, isArchived, isRecentlyActive: _, renderedDescription: __, ...rest } = change;
  const properties = changedValues({ ...channel, ...channel.permissions }, { ...rest, ...permissions });
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

const foldersSet = (
  { folders, change }: EventOf<ChannelEvent, "channel_folders_set">,
  { before }: AuditStep,
): readonly AuditRecord[] => {
  const kind = folderKinds[change.op];
  if (change.op === "reorder")
    return [record(kind, aboutRealm(before), { after: auditValues({ ids: folders.map(({ id }) => id) }) })];
  const target = { type: "channel_folder", id: change.folderId } as const;
  const of = (list: typeof folders) => list.find(({ id }) => id === change.folderId);
  const words = { name: undefined, description: undefined, isArchived: undefined };
  const { name, description, isArchived } = of(folders) ?? words;
  return [
    record(kind, target, changedValues(of(before.channelFolders) ?? {}, { name, description, isArchived })),
  ];
};

/** One record a channel, with those who were subscribed to it or unsubscribed. */
const byChannel = (
  kind: "subscription_created" | "subscription_deactivated",
  people: ReadonlyMap<number, readonly number[]>,
): readonly AuditRecord[] =>
  [...people].map(([channelId, userIds]) =>
    record(kind, aboutChannel(channelId), {
      [kind === "subscription_created" ? "after" : "before"]: auditValues({ userIds }),
    }),
  );

const subscribed = ({ subscriptions }: EventOf<ChannelEvent, "subscribed">): readonly AuditRecord[] => {
  const joined = [...groupedBy(subscriptions, ({ channelId }) => channelId)];
  const people = new Map(joined.map(([id, own]) => [id, own.map(({ userId }) => userId)]));
  return byChannel("subscription_created", people);
};

/** What events about channels leave in the audit log. */
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
    byChannel("subscription_deactivated", new Map(channelIds.map((id) => [id, userIds]))),
  subscriptions_changed: ownAffair,
};
