import { type Either, isLeft, left, right } from "fp-ts/Either";
import {
  type Channel,
  type ChannelPermission,
  type ChannelPrivacy,
  channelPermissionRules,
  channelPermissions,
  permissionsToEnter,
} from "../../domain/channel";
import { canReadContent } from "../../domain/channel-access";
import type { ChannelChange } from "../../domain/channel-event";
import { type ApiError, badRequest, mustBe } from "../../domain/errors";
import type { GroupSettingUpdate } from "../../domain/group-setting";
import type { User } from "../../domain/user";
import { checkGroupSettingUpdates } from "../permissions/check-group-setting";
import type { Transaction } from "../transaction";
import { changedPart } from "../users/check-settings";
import {
  canManageDefaults,
  cannotManageDefaults,
  checkChannelName,
  checkDescription,
  checkFolderId,
  defaultIsNotPrivate,
  policyRefusal,
  privacyRefusal,
} from "./check-channel";

/** What is to change of a channel; undefined leaves it. */
export interface ChannelUpdate {
  readonly channelId: number;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublicToSubscribers: boolean | undefined;
  readonly isDefault: boolean | undefined;
  /** Archiving has a use case of its own: only false does anything here. */
  readonly isArchived: boolean | undefined;
  readonly messageRetentionDays: number | null | undefined;
  readonly topicsPolicy: Channel["topicsPolicy"] | undefined;
  readonly folderId: number | null | undefined;
  readonly defaultPushNotifications: boolean | undefined;
  readonly permissions: Readonly<Partial<Record<ChannelPermission, GroupSettingUpdate>>>;
}

type Checked = Either<ApiError, ChannelChange>;

/** What the update amounts to: only what is really another value. */
export const checkUpdate = async (
  tx: Transaction,
  user: User,
  channel: Channel,
  update: ChannelUpdate,
): Promise<Checked> => {
  const { permissions: current, ...plain } = channel;
  const parts: ChannelChange[] = [];
  const checks = [checkPrivacy, checkRights, checkPolicies, checkTexts, checkFolder, checkReturn];
  for (const check of [...checks, checkTopicsPolicy]) {
    const part = await check(tx, user, channel, update);
    if (isLeft(part)) return part;
    parts.push(part.right);
  }
  const permissions = checkGroupSettingUpdates(tx.state, channelPermissionRules, current, update.permissions);
  if (isLeft(permissions)) return permissions;
  const opening = Object.keys(permissions.right).some((name) =>
    permissionsToEnter.has(name as ChannelPermission),
  );
  if (opening && !canReadContent(tx.state, user, channel, tx.now)) return left(contentAccessRequired);
  const changed = changedPart(plain, Object.assign({}, ...parts) as ChannelChange);
  return right({
    ...changed,
    ...(Object.keys(permissions.right).length > 0 && { permissions: permissions.right }),
  });
};

const contentAccessRequired = badRequest("Channel content access is required.");
const invalid = badRequest("Invalid parameters");
const hasTopics = badRequest(
  "To enable this configuration, all messages in this channel must be in the general chat topic.",
);

const checkPrivacy = (
  { state, now }: Transaction,
  user: User,
  channel: Channel,
  update: ChannelUpdate,
): Checked => {
  const isPrivate = update.isPrivate ?? channel.privacy === "private";
  const isWebPublic = update.isWebPublic ?? channel.privacy === "web-public";
  const historyPublicToSubscribers =
    update.historyPublicToSubscribers ??
    (update.isPrivate === undefined ? channel.historyPublicToSubscribers : !update.isPrivate);
  const isDefault = update.isDefault ?? state.defaultChannels.has(channel.id);
  if (isWebPublic && isPrivate) return left(invalid);
  if (!isPrivate && !historyPublicToSubscribers) return left(invalid);
  if (isPrivate && isDefault) return left(defaultIsNotPrivate);
  if (!isPrivate && state.realm.settings.moderationRequestChannelId === channel.id)
    return left(badRequest("Moderation request channel must be private."));
  if (update.isPrivate !== undefined && !canReadContent(state, user, channel, now))
    return left(contentAccessRequired);
  const privacy: ChannelPrivacy = isPrivate ? "private" : isWebPublic ? "web-public" : "public";
  const asked: readonly ChannelPrivacy[] = [
    ...(update.isPrivate === undefined
      ? []
      : [update.isPrivate ? ("private" as const) : ("public" as const)]),
    ...(update.isWebPublic ? ["web-public" as const] : []),
  ];
  const refusal = asked.map((one) => privacyRefusal(state, user, one, now)).find((one) => one !== undefined);
  return refusal ? left(refusal) : right({ privacy, historyPublicToSubscribers });
};

/** What takes more than administering the channel. */
const checkRights = (_tx: Transaction, user: User, _channel: Channel, update: ChannelUpdate): Checked => {
  const { isDefault, defaultPushNotifications, messageRetentionDays } = update;
  if (isDefault !== undefined && !canManageDefaults(user)) return left(cannotManageDefaults);
  if (defaultPushNotifications !== undefined && !canManageDefaults(user))
    return left(mustBe("administrator"));
  if (messageRetentionDays !== undefined && user.role !== "owner") return left(mustBe("owner"));
  return right({
    ...(defaultPushNotifications !== undefined && { defaultPushNotifications }),
    ...(messageRetentionDays !== undefined && { messageRetentionDays }),
  });
};

const checkPolicies = (
  { state, now }: Transaction,
  user: User,
  _channel: Channel,
  { topicsPolicy, permissions }: ChannelUpdate,
): Checked => {
  const named = channelPermissions.filter((name) => permissions[name] !== undefined);
  const refusal = policyRefusal(state, user, { topicsPolicy, permissions: named }, now);
  return refusal ? left(refusal) : right({});
};

const checkTexts = (
  { state }: Transaction,
  _user: User,
  channel: Channel,
  update: ChannelUpdate,
): Checked => {
  const description = checkDescription(update.description ?? channel.description);
  if (isLeft(description)) return description;
  if (update.name === undefined) return right({ description: description.right });
  const name = checkChannelName(update.name);
  if (isLeft(name)) return name;
  if (name.right === channel.name) return left(badRequest("Channel already has that name."));
  const other = state.channelByName(name.right);
  if (other && other.id !== channel.id) return left(badRequest("Channel name already in use."));
  return right({ description: description.right, name: name.right });
};

const checkFolder = (
  { state }: Transaction,
  _user: User,
  _channel: Channel,
  { folderId }: ChannelUpdate,
): Checked => {
  if (folderId === undefined) return right({});
  const folder = checkFolderId(state, folderId);
  return isLeft(folder) ? folder : right({ folderId: folder.right });
};

/** Whether it can come back from the archive, if that is asked. API §3. */
const checkReturn = (
  { state }: Transaction,
  _user: User,
  channel: Channel,
  { isArchived }: ChannelUpdate,
): Checked => {
  if (isArchived !== false) return right({});
  if (!channel.isArchived) return left(badRequest("Channel is not currently deactivated"));
  return channel.privacy === "private" && state.subscribers(channel.id).size === 0
    ? left(badRequest("Channel is private and have no subscribers"))
    : right({ isArchived });
};

/** Only a channel without topics can have none. API §2.3. */
const checkTopicsPolicy = async (
  tx: Transaction,
  _user: User,
  channel: Channel,
  { topicsPolicy }: ChannelUpdate,
): Promise<Checked> => {
  if (topicsPolicy === undefined) return right({});
  if (topicsPolicy === "empty_topic_only" && topicsPolicy !== channel.topicsPolicy) {
    if (await tx.messages.hasNamedTopics(tx.state.realm.id, channel.conversationId)) return left(hasTopics);
  }
  return right({ topicsPolicy });
};
