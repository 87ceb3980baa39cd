import type { ChannelId } from "../../../domain/ids";
import { canSeeChannel } from "../../../domain/policy/channel-access";
import { canAdministerUser, outranks } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { webhookInterfaceNumbers } from "../codecs/type-numbers";
import { avatarUrl, encodeBotType, type Reader } from "./user";

/** Whether the reader may see a bot's settings. */
export const seesBotSettings = (reader: User, bot: User): boolean =>
  bot.bot !== null && !bot.isSystemBot && canAdministerUser(reader, bot);

/** Somebody who manages bots. */
interface BotReader {
  readonly user: User;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The channels that a bot uses by default. They have names only for readers who can still see them. */
export const encodeDefaultChannels = ({ bot }: User, state: RealmState, { user, now }: BotReader) => {
  const nameOf = (id: ChannelId | null | undefined): string | null => {
    const channel = id === null || id === undefined ? undefined : state.channels.get(id);
    return channel && canSeeChannel(state, user, channel, now) ? channel.name : null;
  };
  return {
    default_sending_stream: nameOf(bot?.defaultSendingChannelId),
    default_events_register_stream: nameOf(bot?.defaultEventsChannelId),
    default_all_public_streams: bot?.defaultAllPublicChannels ?? false,
  };
};

/** A bot's settings, for its owner and administrators. Without its service, which has secrets, if it has more rights than they do. */
export const encodeBotSettings = (user: User, state: RealmState, reader: Reader & BotReader): object => {
  const { bot } = user;
  return {
    user_id: user.id,
    email: user.email,
    full_name: user.fullName,
    bot_type: bot ? encodeBotType(bot.type) : null,
    is_active: user.isActive,
    avatar_url: avatarUrl(user, { ...reader, clientGravatar: false }),
    owner_id: bot?.ownerId ?? null,
    ...encodeDefaultChannels(user, state, reader),
    services: bot?.service && !outranks(state, user, reader.user) ? [encodeService(user, reader)] : [],
  };
};

/** Embedded bots show their program and its settings, outgoing webhooks their server. */
const encodeService = ({ id, bot }: User, { realm }: Reader): object =>
  bot?.type === "embedded"
    ? { service_name: bot.service?.name ?? "", config_data: bot.config }
    : {
        base_url: bot?.service?.url ?? "",
        interface: webhookInterfaceNumbers[bot?.service?.interface ?? "native"],
        token: realm.webhookTokenOf(id),
      };
