import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { mustBe } from "../../../domain/caller-refusals";
import {
  type Channel,
  channelPermissionRules,
  channelPermissions,
  channelSettingBounds,
  permissionsToEnter,
} from "../../../domain/channels/channel";
import { cannotManageDefaultChannels } from "../../../domain/channels/default-channel-refusals";
import {
  archivedChannelWithoutSubscribers,
  type ChannelError,
  channelContentAccessRequired,
  channelHasNamedTopics,
  channelNameTaken,
  channelNotArchived,
  sameChannelName,
} from "../../../domain/channels/refusals";
import { checkBounds } from "../../../domain/codec/check-bounds";
import { keysOf } from "../../../domain/collections/keys-of";
import type { ChannelChange } from "../../../domain/events/channel-event";
import { canReadContent } from "../../../domain/policy/channel-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { changedPart } from "../../entity-update";
import { checkGroupSettingUpdates } from "../../permissions/check-group-setting";
import type { Transaction } from "../../transaction";
import {
  canManageDefaults,
  checkChannelName,
  checkDescription,
  checkFolderId,
  checkMaySetPolicies,
} from "../shared/check-channel";
import type { ChangeableField, ChannelUpdate, Check, Checked } from "./channel-update";
import { checkPrivacy } from "./check-privacy";

/** Checks an update. Returns only the properties that differ from the current ones. */
export const checkUpdate = async (
  tx: Transaction,
  user: User,
  channel: Channel,
  update: ChannelUpdate,
): Promise<Checked> => {
  const { permissions: current, ...plain } = channel;
  const bounded = checkBounds(channelSettingBounds, update);
  if (E.isLeft(bounded)) return bounded;
  const parts: ChannelChange[] = [];
  for (const check of new Set(Object.values(checks))) {
    const part = await check(tx, user, channel, update);
    if (E.isLeft(part)) return part;
    parts.push(part.right);
  }
  const permissions = checkGroupSettingUpdates(tx.state, channelPermissionRules, current, update.permissions);
  if (E.isLeft(permissions)) return permissions;
  const values: ChannelChange = Object.assign({}, ...parts);
  const change: ChannelChange = {
    ...changedPart(plain, values),
    ...(Object.keys(permissions.right).length > 0 && { permissions: permissions.right }),
  };
  const decidesReaders = update.isPrivate !== undefined || changesReaders(change);
  return decidesReaders && !canReadContent(tx.state, user, channel, tx.now)
    ? E.left(channelContentAccessRequired)
    : E.right(change);
};

/** Whether the change decides who can read the channel, or how much of it. */
const changesReaders = ({ privacy, historyPublicToSubscribers, permissions = {} }: ChannelChange): boolean =>
  privacy !== undefined ||
  historyPublicToSubscribers !== undefined ||
  keysOf(permissions).some((name) => permissionsToEnter.has(name));

/** Properties that only administrators or owners of the realm may change. */
const checkRoles = (
  _tx: Transaction,
  user: User,
  _channel: Channel,
  update: ChannelUpdate,
): Checked<"defaultPushNotifications" | "messageRetentionDays"> => {
  const { isDefault, defaultPushNotifications, messageRetentionDays } = update;
  if (isDefault !== undefined && !canManageDefaults(user)) return E.left(cannotManageDefaultChannels);
  if (defaultPushNotifications !== undefined && !canManageDefaults(user))
    return E.left(mustBe("administrator"));
  if (messageRetentionDays !== undefined && user.role !== "owner") return E.left(mustBe("owner"));
  return E.right({
    ...(defaultPushNotifications !== undefined && { defaultPushNotifications }),
    ...(messageRetentionDays !== undefined && { messageRetentionDays }),
  });
};

const checkPolicies = (
  { state, now }: Transaction,
  user: User,
  _channel: Channel,
  { topicsPolicy, permissions }: ChannelUpdate,
): Checked<"permissions"> => {
  const named = channelPermissions.filter((name) => permissions[name] !== undefined);
  return pipe(
    checkMaySetPolicies(state, user, { topicsPolicy, permissions: named }, now),
    E.map(() => ({})),
  );
};

const checkTexts = (
  { state }: Transaction,
  _user: User,
  channel: Channel,
  update: ChannelUpdate,
): Checked<"name" | "description"> => {
  const { name } = update;
  const described = pipe(
    checkDescription(update.description ?? channel.description),
    E.bindTo("description"),
  );
  if (name === undefined) return described;
  return pipe(
    described,
    E.bindW("name", () => checkNewName(state, channel, name)),
  );
};

const checkNewName = (state: RealmState, channel: Channel, newName: string): E.Either<ChannelError, string> =>
  pipe(
    checkChannelName(newName),
    E.filterOrElseW(
      (name) => name !== channel.name,
      () => sameChannelName,
    ),
    E.filterOrElseW(
      (name) => (state.channelByName(name)?.id ?? channel.id) === channel.id,
      () => channelNameTaken,
    ),
  );

const checkFolder = (
  { state }: Transaction,
  _user: User,
  _channel: Channel,
  { folderId }: ChannelUpdate,
): Checked<"folderId"> => {
  if (folderId === undefined) return E.right({});
  return pipe(
    checkFolderId(state, folderId),
    E.map((checkedId) => ({ folderId: checkedId })),
  );
};

/** Checks that the channel can be unarchived, if requested. API §3. */
const checkUnarchiving = (
  { state }: Transaction,
  _user: User,
  channel: Channel,
  { isArchived }: ChannelUpdate,
): Checked<"isArchived"> => {
  if (isArchived !== false) return E.right({});
  if (!channel.isArchived) return E.left(channelNotArchived);
  return channel.privacy === "private" && state.subscribers(channel.id).size === 0
    ? E.left(archivedChannelWithoutSubscribers)
    : E.right({ isArchived });
};

/** Only a channel without named topics can require the empty one. API §2.3. */
const checkTopicsPolicy = async (
  tx: Transaction,
  _user: User,
  channel: Channel,
  { topicsPolicy }: ChannelUpdate,
): Promise<Checked<"topicsPolicy">> => {
  if (topicsPolicy === undefined) return E.right({});
  if (topicsPolicy === "empty_topic_only" && topicsPolicy !== channel.topicsPolicy) {
    if (await tx.messages.hasNamedTopics(tx.state.realm.id, channel.conversationId))
      return E.left(channelHasNamedTopics);
  }
  return E.right({ topicsPolicy });
};

/** The check that each field's new value comes from, in their order. */
const checks: { readonly [Field in ChangeableField]: Check<Field> } = {
  privacy: checkPrivacy,
  historyPublicToSubscribers: checkPrivacy,
  defaultPushNotifications: checkRoles,
  messageRetentionDays: checkRoles,
  permissions: checkPolicies,
  name: checkTexts,
  description: checkTexts,
  folderId: checkFolder,
  isArchived: checkUnarchiving,
  topicsPolicy: checkTopicsPolicy,
};
