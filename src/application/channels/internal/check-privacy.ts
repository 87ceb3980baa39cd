import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Channel, ChannelPrivacy } from "../../../domain/channels/channel";
import { defaultChannelIsPrivate } from "../../../domain/channels/default-channel-refusals";
import { contradictoryPrivacy, moderationChannelNotPrivate } from "../../../domain/channels/refusals";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { checkMayMake } from "../shared/check-channel";
import type { ChannelUpdate, Checked } from "./channel-update";

/** Decides who can read the channel, and whether the user may create channels with that privacy. */
export const checkPrivacy = (
  { state, now }: Transaction,
  user: User,
  channel: Channel,
  update: ChannelUpdate,
): Checked<"privacy" | "historyPublicToSubscribers"> => {
  const isPrivate = update.isPrivate ?? channel.privacy === "private";
  const isWebPublic = update.isWebPublic ?? channel.privacy === "web-public";
  const historyPublicToSubscribers =
    update.historyPublicToSubscribers ??
    (update.isPrivate === undefined ? channel.historyPublicToSubscribers : !update.isPrivate);
  const isDefault = update.isDefault ?? state.defaultChannels.has(channel.id);
  if (isWebPublic && isPrivate) return E.left(contradictoryPrivacy);
  if (!isPrivate && !historyPublicToSubscribers) return E.left(contradictoryPrivacy);
  if (isPrivate && isDefault) return E.left(defaultChannelIsPrivate);
  if (!isPrivate && state.realm.settings.moderationRequestChannelId === channel.id)
    return E.left(moderationChannelNotPrivate);
  const privacy: ChannelPrivacy = isPrivate ? "private" : isWebPublic ? "web-public" : "public";
  const requested: readonly ChannelPrivacy[] = [
    ...(update.isPrivate === undefined
      ? []
      : [update.isPrivate ? ("private" as const) : ("public" as const)]),
    ...(update.isWebPublic ? ["web-public" as const] : []),
  ];
  return pipe(
    requested,
    E.traverseArray((one) => checkMayMake(state, user, one, now)),
    E.map(() => ({ privacy, historyPublicToSubscribers })),
  );
};
