import type { Bot, BotCall } from "./bot";
import type { Message } from "./message";
import type { RealmState } from "./realm-state";
import type { User } from "./user";

/** A bot whose messages go to a server of its owner's. */
export type CallableBot = User & { readonly bot: Bot & { readonly service: NonNullable<Bot["service"]> } };

/** The bot, if it is there and has a server to call. */
export const callableBot = ({ realm, users }: RealmState, id: number): CallableBot | undefined => {
  const user = users.get(id);
  const isCallable =
    !realm.isDeactivated &&
    user?.isActive === true &&
    user.bot?.type === "outgoing_webhook" &&
    user.bot.service !== null;
  return isCallable ? (user as CallableBot) : undefined;
};

/**
 * Which bots' servers are to hear of a message: in a channel those that it mentions, whether they are in the
 * channel or not, else those that it is for. What bots write calls nobody, so that two of them don't talk for ever.
 */
export const botCallsOf = (
  state: RealmState,
  { senderId, conversation }: Pick<Message, "senderId" | "conversation">,
  mentioned: Iterable<number>,
): readonly BotCall[] => {
  if (state.users.get(senderId)?.bot !== null) return [];
  const calls: readonly BotCall[] =
    conversation.kind === "direct"
      ? conversation.participants.map((botId) => ({ botId, trigger: "direct_message" }))
      : [...new Set(mentioned)].map((botId) => ({ botId, trigger: "mention" }));
  return calls.filter(({ botId }) => callableBot(state, botId) !== undefined);
};
