import { type Either, isLeft, left, right } from "fp-ts/Either";
import {
  type Channel,
  type ChannelPermissions,
  type ChannelPrivacy,
  channelPermissionRules,
  channelPermissions,
  defaultChannelPermissions,
  type TopicsPolicy,
} from "../../domain/channel";
import { type ApiError, badRequest, mustBe } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { checkGroupSetting } from "../permissions/check-group-setting";
import type { Transaction } from "../transaction";
import {
  canManageDefaults,
  cannotManageDefaults,
  checkDescription,
  checkFolderId,
  defaultIsNotPrivate,
  policyRefusal,
  privacyRefusal,
} from "./check-channel";

/** How new channels are made. */
export interface ChannelDraft {
  readonly privacy: ChannelPrivacy;
  readonly historyPublicToSubscribers: boolean;
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly folderId: number | null;
  readonly defaultPushNotifications: boolean;
  readonly isDefault: boolean;
  readonly permissions: Partial<ChannelPermissions>;
}

/** A draft that leaves everything to the realm. */
export const plainDraft: ChannelDraft = {
  privacy: "public",
  historyPublicToSubscribers: true,
  messageRetentionDays: null,
  topicsPolicy: "inherit",
  folderId: null,
  defaultPushNotifications: false,
  isDefault: false,
  permissions: {},
};

/** A channel that is to be made. */
export interface NamedChannel {
  /** Checked already. */
  readonly name: string;
  readonly description: string;
}

/**
 * Makes channels by one draft; the caller subscribes people to them. Fails, before anything is appended,
 * where the user may not make such channels.
 */
export const makeChannels = (
  tx: Transaction,
  creator: User,
  named: readonly NamedChannel[],
  draft: ChannelDraft,
): Either<ApiError, readonly Channel[]> => {
  if (named.length === 0) return right([]);
  const permissions = checkDraft(tx, creator, draft);
  if (isLeft(permissions)) return permissions;
  const channels: Channel[] = [];
  for (const { name, description: wanted } of named) {
    const description = checkDescription(wanted);
    if (isLeft(description)) return description;
    channels.push({
      id: tx.newId("channel"),
      conversationId: tx.newId("conversation"),
      name,
      description: description.right,
      renderedDescription: description.right && tx.rendered(description.right).html,
      privacy: draft.privacy,
      historyPublicToSubscribers: draft.historyPublicToSubscribers,
      isArchived: false,
      creatorId: creator.id,
      createdAt: tx.now,
      messageRetentionDays: draft.messageRetentionDays,
      topicsPolicy: draft.topicsPolicy,
      folderId: draft.folderId,
      defaultPushNotifications: draft.defaultPushNotifications,
      isRecentlyActive: true,
      permissions: { ...defaultChannelPermissions(creator.id), ...permissions.right },
    });
  }
  for (const channel of channels) tx.append({ type: "channel_created", channel });
  if (draft.isDefault)
    tx.append({
      type: "default_channels_set",
      channelIds: [...tx.state.defaultChannels, ...channels.map(({ id }) => id)],
    });
  return right(channels);
};

/** The permissions that the draft sets, as they are kept, if the user may make such channels. */
export const checkDraft = (
  { state, now }: Transaction,
  user: User,
  draft: ChannelDraft,
): Either<ApiError, Partial<ChannelPermissions>> => {
  const { privacy, isDefault, messageRetentionDays } = draft;
  const refusal =
    privacyRefusal(state, user, privacy, now) ??
    (privacy === "web-public" && !draft.historyPublicToSubscribers
      ? badRequest("Invalid parameters")
      : undefined) ??
    (isDefault && !canManageDefaults(user) ? cannotManageDefaults : undefined) ??
    (draft.defaultPushNotifications && !canManageDefaults(user) ? mustBe("administrator") : undefined) ??
    (isDefault && privacy === "private" ? defaultIsNotPrivate : undefined) ??
    (messageRetentionDays !== null && user.role !== "owner" ? mustBe("owner") : undefined) ??
    policyRefusal(
      state,
      user,
      {
        topicsPolicy: draft.topicsPolicy === "inherit" ? undefined : draft.topicsPolicy,
        permissions: channelPermissions.filter((name) => draft.permissions[name] !== undefined),
      },
      now,
    );
  if (refusal) return left(refusal);
  const folder = checkFolderId(state, draft.folderId);
  return isLeft(folder) ? folder : checkPermissions(state, draft.permissions);
};

const checkPermissions = (
  state: RealmState,
  wanted: Partial<ChannelPermissions>,
): Either<ApiError, Partial<ChannelPermissions>> => {
  const checked: { -readonly [Name in keyof ChannelPermissions]?: ChannelPermissions[Name] } = {};
  for (const name of channelPermissions) {
    const setting = wanted[name];
    if (setting === undefined) continue;
    const value = checkGroupSetting(state, name, channelPermissionRules[name], setting);
    if (isLeft(value)) return value;
    checked[name] = value.right;
  }
  return right(checked);
};
