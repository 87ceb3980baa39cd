import type { ChannelId } from "../../../domain/ids";
import { canAdministerUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { webhookInterfaceNumbers } from "../codecs/type-numbers";
import { avatarUrl, encodeBotType, type Reader } from "./user";

/** Whether the reader may see a bot's settings. */
export const seesBotSettings = (reader: User, bot: User): boolean =>
  bot.bot !== null && !bot.isSystemBot && canAdministerUser(reader, bot);

/** A channel's name by id. */
export const channelNameOf = (state: RealmState, id: ChannelId | null): string | null =>
  id === null ? null : (state.channels.get(id)?.name ?? null);

/** A bot's settings, for its owner and administrators. */
export const encodeBotSettings = (user: User, state: RealmState, reader: Reader): object => {
  const { bot } = user;
  return {
    user_id: user.id,
    email: user.email,
    full_name: user.fullName,
    bot_type: bot ? encodeBotType(bot.type) : null,
    is_active: user.isActive,
    avatar_url: avatarUrl(user, { ...reader, clientGravatar: false }),
    owner_id: bot?.ownerId ?? null,
    default_sending_stream: channelNameOf(state, bot?.defaultSendingChannelId ?? null),
    default_events_register_stream: channelNameOf(state, bot?.defaultEventsChannelId ?? null),
    default_all_public_streams: bot?.defaultAllPublicChannels ?? false,
    services: bot?.service ? [encodeService(user, reader)] : [],
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
