import { isLeft } from "fp-ts/Either";
import type { Message } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { fenceAround } from "../messages/fence-around";
import { messageLink } from "../messages/message-link";
import type { Destination } from "../messages/message-target";
import { silentMention } from "../messages/notice";
import type { sendMessage } from "../messages/send-message";
import type { BotReply, CallOutcome, CallToBot } from "../ports/bot-caller";

/** Puts into the conversation what came of a call, and tells the bot's owner of a failure. */
export type AnswerAsBot = (realmId: number, call: CallToBot, outcome: CallOutcome) => Promise<void>;

const client = "OutgoingWebhookResponse";
/** How much of a server's answer its owner is shown. */
const mostShown = 1000;

/**
 * Answers in a bot's name. Each message is sent under a key, so that a call that is made twice is answered
 * once. A bot that is called somewhere answers there, whoever else may write.
 */
export const answerAsBot = (send: ReturnType<typeof sendMessage>): AnswerAsBot => {
  const write = async (
    realmId: number,
    bot: User,
    to: Destination,
    said: BotReply,
    key: string,
  ): Promise<string | undefined> => {
    const sent = await send({ realmId, userId: bot.id, client }, { ...said, to, key, readBySender: true })();
    return isLeft(sent) ? sent.left.message : undefined;
  };

  return async (realmId, call, outcome) => {
    const { bot, message, state } = call;
    const key = (what: string) => `bot call ${what} ${message.id}`;
    const said = outcome.kind === "answered" ? outcome.reply : { content: `Failure! ${outcome.said}` };
    if (said === undefined || said.content.trim() === "") return;
    const refusal = await write(realmId, bot, placeOf(message, bot), said, key("answer"));
    const problem =
      outcome.kind === "failed" ? outcome : refusal && { reason: refused(refusal), answer: said.content };
    const { ownerId } = bot.bot;
    if (!problem || ownerId === null || state.users.get(ownerId)?.isActive !== true) return;
    const text = failureText(state, bot, message, problem);
    await write(realmId, bot, { kind: "direct", recipients: [ownerId] }, { content: text }, key("failure"));
  };
};

const placeOf = ({ conversation, topic }: Message, bot: User): Destination => {
  if (conversation.kind === "channel")
    return { kind: "channel", channel: conversation.channelId, topic, isAnswer: true };
  const others = conversation.participants.filter((id) => id !== bot.id);
  return { kind: "direct", recipients: others.length > 0 ? others : [bot.id] };
};

const refused = (refusal: string): string =>
  `Its server answered, but the answer could not be sent: ${refusal}`;

const failureText = (
  state: RealmState,
  bot: User,
  message: Message,
  { reason, answer }: { readonly reason: string; readonly answer?: string },
): string => {
  const opening = `Your bot ${silentMention(bot)} was called by [a message](${messageLink(state, message)}), and that failed.`;
  if (answer === undefined || answer.trim() === "") return `${opening}\n\n${reason}`;
  const shown = answer.length > mostShown ? `${answer.slice(0, mostShown)}…` : answer;
  const fence = fenceAround(shown);
  return `${opening}\n\n${reason}\n\n${fence}\n${shown.replaceAll("\0", "")}\n${fence}`;
};
