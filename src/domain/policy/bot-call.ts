import type { Bot, BotCall } from "../bots/bot";
import type { UserId } from "../ids";
import type { Message } from "../messages/message";
import type { RealmState } from "../state/realm-state";
import { mentionedGroupIds, mentionsUser } from "../text/group-mentions";
import type { User } from "../users/user";
import { isInGroup } from "./permission";

/** A bot whose messages go to an external server. */
export type CallableBot = User & { readonly bot: Bot & { readonly service: NonNullable<Bot["service"]> } };

const isCallable = (user: User): user is CallableBot =>
  user.isActive && user.bot?.type === "outgoing_webhook" && user.bot.service !== null;

/** The bot, if it is active and has a server to call. */
export const callableBot = ({ realm, users }: RealmState, id: UserId): CallableBot | undefined => {
  const user = users.get(id);
  return !realm.isDeactivated && user !== undefined && isCallable(user) ? user : undefined;
};

/**
 * Finds the bots whose servers receive a message: in a channel the bots it mentions, subscribed or not; in a direct
 * conversation the bots that take part. Messages by bots call nobody, so that two bots can't answer each other for
 * ever.
 */
export const botCallsOf = (
  state: RealmState,
  { senderId, conversation }: Pick<Message, "senderId" | "conversation">,
  mentioned: Iterable<UserId>,
): readonly BotCall[] => {
  if (state.users.get(senderId)?.bot !== null) return [];
  const calls: readonly BotCall[] =
    conversation.kind === "direct"
      ? conversation.participants.map((botId) => ({ botId, trigger: "direct_message" }))
      : [...new Set(mentioned)].map((botId) => ({ botId, trigger: "mention" }));
  return calls.filter(({ botId }) => callableBot(state, botId) !== undefined);
};

/** Whether the message still mentions the bot, by name or through a group: an edit may have removed the mention. */
export const stillMentions = (
  state: RealmState,
  bot: CallableBot,
  { renderedContent }: Pick<Message, "renderedContent">,
  now: number,
): boolean =>
  mentionsUser(renderedContent, bot.id) ||
  mentionedGroupIds(renderedContent).some((groupId) => isInGroup(state, bot, groupId, now));
