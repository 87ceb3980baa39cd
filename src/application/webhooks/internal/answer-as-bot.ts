import * as E from "fp-ts/Either";
import type { RealmId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import type { sendMessage } from "../../messages/send-message";
import { fencedBlock } from "../../messages/shared/fenced-block";
import { messageLink } from "../../messages/shared/message-link";
import type { Destination } from "../../messages/shared/message-target";
import { silentMention } from "../../notices/notice";
import type { BotReply, CallOutcome, CallToBot } from "../../ports/bots/bot-caller";

/** Posts the outcome of a call to the conversation, and notifies the bot's owner of a failure. */
export type AnswerAsBot = (realmId: RealmId, call: CallToBot, outcome: CallOutcome) => Promise<void>;

const client = "OutgoingWebhookResponse";
/** How much of a server's answer the owner sees, in UTF-16 units. */
const shownLength = 1000;

/**
 * Answers as a bot. Messages have idempotency keys, so that a repeated call is answered once. A called bot may answer
 * even where it may not otherwise send.
 */
export const answerAsBot = (send: ReturnType<typeof sendMessage>): AnswerAsBot => {
  const write = async (
    realmId: RealmId,
    bot: User,
    to: Destination,
    reply: BotReply,
    key: string,
  ): Promise<string | undefined> => {
    const answer = send({ realmId, userId: bot.id, client }, { ...reply, to, key, readBySender: true });
    const sent = await answer();
    return E.isLeft(sent) ? sent.left.message : undefined;
  };

  return async (realmId, call, outcome) => {
    const { bot, message, state } = call;
    const key = (what: string) => `bot call ${what} ${message.id}`;
    const reply =
      outcome.kind === "answered" ? outcome.reply : { content: `Failure! ${outcome.conversationText}` };
    if (reply === undefined || reply.content.trim() === "") return;
    const refusal = await write(realmId, bot, placeOf(message, bot), reply, key("answer"));
    const problem =
      outcome.kind === "failed"
        ? outcome
        : refusal && { reason: refusedReason(refusal), answer: reply.content };
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

const refusedReason = (refusal: string): string =>
  `Its server answered, but the answer could not be sent: ${refusal}`;

const failureText = (
  state: RealmState,
  bot: User,
  message: Message,
  { reason, answer }: { readonly reason: string; readonly answer?: string },
): string => {
  const opening = `Calling your bot ${silentMention(bot)} for [a message](${messageLink(state, message)}) failed.`;
  if (answer === undefined || answer.trim() === "") return `${opening}\n\n${reason}`;
  const shown = answer.length > shownLength ? `${answer.slice(0, shownLength)}…` : answer;
  return `${opening}\n\n${reason}\n\n${fencedBlock("", shown.replaceAll("\0", ""))}`;
};
