import * as E from "fp-ts/Either";
import * as t from "io-ts";
import type { BotCall } from "../../domain/bots/bot";
import { oneOf } from "../../domain/codec/codec";
import { type MessageId, messageIdCodec, type RealmId, userIdCodec } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import { callableBot, stillMentions } from "../../domain/policy/bot-call";
import type { RealmState } from "../../domain/state/realm-state";
import { answerableId } from "../../domain/users/user";
import { readableHead } from "../access/message-access";
import type { Needs } from "../bind-use-cases";
import { afterSeconds, done, type JobHandler } from "../jobs/job-handler";
import { sendMessage } from "../messages/send-message";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import type { BotCaller, CallToBot } from "../ports/bots/bot-caller";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import { answerAsBot } from "./internal/answer-as-bot";

interface Ports extends Needs<typeof sendMessage> {
  readonly apiKeys: ApiKeys;
  readonly botCaller: BotCaller;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
  readonly topicLinks: CallToBot["topicLinks"];
}

/** A call to a bot's server about a message. */
interface CallPayload extends BotCall {
  readonly messageId: MessageId;
}

/**
 * Notifies a bot's server of a message. Each bot has one call in progress. Its owner chose the server, which may take long: calls of
 * all bots of an owner are one share.
 */
export const botCallJob = (
  { users }: Pick<RealmState, "users">,
  messageId: MessageId,
  { botId, trigger }: BotCall,
  dueAt: number,
): NewJob => ({
  kind: "call_bot",
  key: `${messageId} ${botId}`,
  lane: `${botId}`,
  share: `${answerableId(users.get(botId) ?? { id: botId, bot: null })}`,
  payload: { messageId, botId, trigger },
  dueAt,
});

/**
 * Calls the server of an outgoing webhook bot. The job is done when the bot's answer is in the conversation,
 * or its owner was notified of the failure.
 */
export const callBot = (ports: Ports): JobHandler<CallPayload> => ({
  payload: t.type({
    messageId: messageIdCodec,
    botId: userIdCodec,
    trigger: oneOf("mention", "direct_message"),
  }),
  // An organization gets at most half of them.
  atOnce: 40,
  atOnceEach: 5,
  delayAfter: afterSeconds([5, 30, 120]),
  run: async ({ realmId, payload, isLastTry }) => {
    const call = await callOf(ports, realmId, payload);
    if (call === undefined) return done;
    const outcome = await ports.botCaller.call(call);
    if (outcome.kind === "failed" && outcome.mayRecover && !isLastTry)
      return { kind: "failed", error: outcome.reason };
    await answerAsBot(sendMessage(ports))(realmId, call, outcome);
    return done;
  },
});

/**
 * The request to the bot's server; undefined if the message or bot no longer exists, an edit removed the mention, or
 * the bot can't read the message's new channel.
 */
const callOf = async (
  { directory, messages, readStates, clock, apiKeys, topicLinks }: Ports,
  realmId: RealmId,
  { messageId, botId, trigger }: CallPayload,
): Promise<CallToBot | undefined> => {
  const [message] = await messages.byIds(realmId, [messageId]);
  const state = await directory.newest(realmId);
  const bot = callableBot(state, botId);
  if (message === undefined || bot === undefined) return undefined;
  const now = clock.now();
  if (trigger === "mention" && !stillMentions(state, bot, message, now)) return undefined;
  // A mention shows a message to a bot that isn't subscribed, but only where its author wrote it.
  const isElsewhere = message.edits.some(({ channel }) => channel !== undefined);
  const reading = { state, now, messages, readStates };
  if (isElsewhere && E.isLeft(await readableHead(reading, bot, messageId))) return undefined;
  return { state, bot, message, topicLinks, trigger, token: apiKeys.webhookTokenOf(realmId, botId) };
};
