import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import { type CallerError, insufficientPermission } from "../../domain/caller-refusals";
import { type LimitError, tooManyTries } from "../../domain/limit-refusals";
import type { Message } from "../../domain/messages/message";
import type { MessageError } from "../../domain/messages/refusals";
import {
  aiHiddenByUser,
  aiNotEnabled,
  nothingToSummarize,
  type SummaryError,
  summaryFailed,
} from "../../domain/messages/summary-refusals";
import type { NarrowError } from "../../domain/narrow/refusals";
import { throttleKeyOf } from "../../domain/policy/allowance";
import { may } from "../../domain/policy/permission";
import { userKnownTo } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Needs } from "../bind-use-cases";
import type { Caller } from "../caller";
import type { SummarizedMessage, Summarizer } from "../ports/messages/summarizer";
import type { Throttle } from "../ports/system/throttle";
import { fetchMessages } from "./fetch-messages";
import { type RenderPorts, renderAs } from "./render-message";
import type { NarrowInput } from "./shared/resolve-narrow";

interface Ports extends RenderPorts {
  /** Undefined if the operator configured no model. */
  readonly summarizer: Summarizer | undefined;
  readonly throttle: Throttle;
  readonly onError: (error: unknown) => void;
}

const limits = {
  messages: 100,
  /** UTF-16 units of all messages together. The newest messages take precedence. */
  characters: 60_000,
  /** UTF-16 units of the summary. */
  summary: 10_000,
} as const;

/** Longer conversations get longer summaries. */
const sentenceLimit = (count: number): number => Math.max(3, Math.min(6, 3 + Math.floor(count / 10)));

const checkSummaries = (
  state: RealmState,
  user: User,
  now: number,
): E.Either<CallerError | SummaryError, undefined> => {
  if (!may(state, user, "canSummarizeTopicsGroup", now)) return E.left(insufficientPermission);
  return user.settings.hideAiFeatures ? E.left(aiHiddenByUser) : E.right(undefined);
};

/** Summarizes the newest messages of a narrow that the caller can read, as HTML. */
export const summarizeMessages =
  (ports: Ports & Needs<typeof fetchMessages>) =>
  (
    caller: Caller,
    narrow: readonly NarrowInput[],
  ): TaskEither<CallerError | LimitError | MessageError | NarrowError | SummaryError, string> => {
    const { summarizer, throttle, directory, clock } = ports;
    if (summarizer === undefined) return TE.left(aiNotEnabled);
    return readAsCaller(directory, caller, async (state, user) => {
      const allowed = checkSummaries(state, user, clock.now());
      if (E.isLeft(allowed)) return allowed;
      const newest = { anchor: "newest", includeAnchor: true, before: limits.messages, after: 0 } as const;
      const fetchNewest = fetchMessages(ports)(caller, { ...newest, narrow });
      const page = await fetchNewest();
      if (E.isLeft(page)) return page;
      const messages = page.right.messages.map(({ message }) => message);
      if (messages.length === 0) return E.left(nothingToSummarize);
      const wait = await throttle.take("summary", throttleKeyOf(state, caller.userId));
      if (wait !== undefined) return E.left(tooManyTries(wait));
      const conversation = conversationFor(state, user, messages, clock.now());
      const written = await summarizer.summarize({
        place: placeOf(state, messages),
        messages: conversation,
        mostSentences: sentenceLimit(conversation.length),
      });
      if (E.isLeft(written)) {
        ports.onError(new Error(`The summary failed: ${written.left}`));
        return E.left(summaryFailed);
      }
      const rendered = await renderAs(ports, caller, written.right.slice(0, limits.summary))();
      return E.isLeft(rendered) ? rendered : E.right(rendered.right.html);
    });
  };

/** The messages as the model reads them. Names that a guest may not see are left out. */
const conversationFor = (
  state: RealmState,
  reader: User,
  messages: readonly Message[],
  now: number,
): readonly SummarizedMessage[] => {
  const conversation: SummarizedMessage[] = [];
  let charactersLeft: number = limits.characters;
  for (const { senderId, content } of messages.toReversed()) {
    if (charactersLeft <= 0) break;
    const sender = userKnownTo(state, reader, senderId, now)?.fullName ?? "Unknown user";
    conversation.unshift({ sender, content: content.slice(0, charactersLeft) });
    charactersLeft -= content.length;
  }
  return conversation;
};

/** The channel and topic, if all messages are in one topic. */
const placeOf = ({ channels }: RealmState, messages: readonly Message[]): string | undefined => {
  const [first] = messages;
  if (first?.conversation.kind !== "channel") return undefined;
  const { id, channelId } = first.conversation;
  const isOne = messages.every(({ conversation, topic }) => conversation.id === id && topic === first.topic);
  const channel = channels.get(channelId);
  return isOne && channel
    ? `the channel ${JSON.stringify(channel.name)}, topic ${JSON.stringify(first.topic)}`
    : undefined;
};
