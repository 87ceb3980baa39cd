import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type CallerError, mustBe } from "../../../domain/caller-refusals";
import type { ChannelFolderError } from "../../../domain/channel-folders/refusals";
import {
  type Channel,
  type ChannelPermissions,
  channelPermissionRules,
  channelPermissions,
  channelSettingBounds,
} from "../../../domain/channels/channel";
import { type ChannelDraft, newChannel } from "../../../domain/channels/channel-draft";
import {
  cannotManageDefaultChannels,
  type DefaultChannelError,
  defaultChannelIsPrivate,
} from "../../../domain/channels/default-channel-refusals";
import { type ChannelError, contradictoryPrivacy } from "../../../domain/channels/refusals";
import { checkBounds } from "../../../domain/codec/check-bounds";
import type { GroupError } from "../../../domain/groups/refusals";
import type { InputError } from "../../../domain/input-refusals";
import type { LimitError } from "../../../domain/limit-refusals";
import { checkCreation } from "../../../domain/policy/creation-limits";
import type { UserError } from "../../../domain/users/refusals";
import type { User } from "../../../domain/users/user";
import { checkGroupSettings } from "../../permissions/check-group-setting";
import type { Transaction } from "../../transaction";
import {
  canManageDefaults,
  checkDescription,
  checkFolderId,
  checkMayMake,
  checkMaySetPolicies,
} from "./check-channel";
import { setDefaultChannels } from "./set-default-channels";

/** Name and description of a channel to create. */
export interface NamedChannel {
  /** As returned by `checkChannelName`. */
  readonly name: string;
  readonly description: string;
}

/** What can be wrong with new channels: their settings belong to many nouns. */
export type NewChannelError =
  | CallerError
  | ChannelError
  | ChannelFolderError
  | DefaultChannelError
  | GroupError
  | InputError
  | LimitError
  | UserError;

/** The channels to create from one draft, if the user may create them. */
export const planChannels = (
  tx: Transaction,
  creator: User,
  named: readonly NamedChannel[],
  draft: ChannelDraft,
): E.Either<NewChannelError, readonly Channel[]> => {
  if (named.length === 0) return E.right([]);
  return pipe(
    checkChannelDraft(tx, creator, draft),
    E.chainFirstW(() => checkCreation(tx.state, creator, ["channels", "channels"], tx.now, named.length)),
    E.chainW((permissions) => planEach(tx, creator, named, { ...draft, permissions })),
  );
};

const planEach = (
  tx: Transaction,
  creator: User,
  named: readonly NamedChannel[],
  draft: ChannelDraft,
): E.Either<InputError, readonly Channel[]> =>
  pipe(
    named,
    E.traverseArray(({ name, description }) =>
      pipe(
        checkDescription(description),
        E.map((checked) => channelFrom(tx, creator, { name, description: checked }, draft)),
      ),
    ),
  );

const channelFrom = (
  tx: Transaction,
  creator: User,
  { name, description }: NamedChannel,
  draft: ChannelDraft,
): Channel => {
  const identity = {
    id: tx.newId("channel"),
    conversationId: tx.newId("conversation"),
    name,
    description,
    renderedDescription: description && tx.rendered(description, creator).html,
    creatorId: creator.id,
    createdAt: tx.now,
  };
  return newChannel(identity, draft);
};

/** Creates planned channels, without subscribers. */
export const makeChannels = (
  tx: Transaction,
  channels: readonly Channel[],
  { isDefault }: Pick<ChannelDraft, "isDefault">,
): void => {
  for (const channel of channels) tx.append({ type: "channel_created", channel });
  if (isDefault && channels.length > 0)
    setDefaultChannels(tx, [...tx.state.defaultChannels, ...channels.map(({ id }) => id)]);
};

/** The draft's normalized permissions, if the user may create such channels. */
export const checkChannelDraft = (
  { state, now }: Transaction,
  user: User,
  draft: ChannelDraft,
): E.Either<Exclude<NewChannelError, LimitError>, Partial<ChannelPermissions>> => {
  const { privacy, isDefault, messageRetentionDays } = draft;
  const policies = {
    topicsPolicy: draft.topicsPolicy === "inherit" ? undefined : draft.topicsPolicy,
    permissions: channelPermissions.filter((name) => draft.permissions[name] !== undefined),
  };
  return pipe(
    checkMayMake(state, user, privacy, now),
    E.filterOrElseW(
      () => privacy !== "web-public" || draft.historyPublicToSubscribers,
      () => contradictoryPrivacy,
    ),
    E.filterOrElseW(
      () => !isDefault || canManageDefaults(user),
      () => cannotManageDefaultChannels,
    ),
    E.filterOrElseW(
      () => !draft.defaultPushNotifications || canManageDefaults(user),
      () => mustBe("administrator"),
    ),
    E.filterOrElseW(
      () => !isDefault || privacy !== "private",
      () => defaultChannelIsPrivate,
    ),
    E.filterOrElseW(
      () => messageRetentionDays === null || user.role === "owner",
      () => mustBe("owner"),
    ),
    E.chainW(() =>
      checkBounds(channelSettingBounds, { messageRetentionDays, topicsPolicy: draft.topicsPolicy }),
    ),
    E.chainW(() => checkMaySetPolicies(state, user, policies, now)),
    E.chainW(() => checkFolderId(state, draft.folderId)),
    E.chainW(() => checkGroupSettings(state, channelPermissionRules, draft.permissions)),
  );
};
