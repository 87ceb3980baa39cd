import { isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, insufficientPermission, tooManyTries } from "../../domain/errors";
import type { Message } from "../../domain/message";
import { may } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { userKnownTo } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { Said, Summarizer } from "../ports/summarizer";
import type { Throttle } from "../ports/throttle";
import type { Needs } from "../together";
import { fetchMessages } from "./fetch-messages";
import type { NarrowInput } from "./narrow-input";
import { type RenderPorts, renderAs } from "./render-message";

interface Ports extends RenderPorts {
  /** Undefined where the operator has set up none. */
  readonly summarizer: Summarizer | undefined;
  readonly throttle: Throttle;
  readonly onError: (error: unknown) => void;
}

const limits = {
  messages: 100,
  /** Of all messages together, in UTF-16 code units: the newest count. */
  characters: 60_000,
  /** Of what the model writes. */
  summary: 10_000,
} as const;

const notEnabled = badRequest("AI features are not enabled on this server.");
const hidden = badRequest("You have hidden AI features in your settings.");
const nothingToSummarize = badRequest("No messages in conversation to summarize");
const failed = badRequest("The summary couldn't be written. Try again later.");

/** A long conversation deserves a longer summary. */
const mostSentences = (count: number): number => Math.max(3, Math.min(6, 3 + Math.floor(count / 10)));

const refusalOf = (state: RealmState, user: User, now: number): ApiError | undefined => {
  if (!may(state, user, "canSummarizeTopicsGroup", now)) return insufficientPermission;
  return user.settings.hideAiFeatures ? hidden : undefined;
};

/** A summary, as HTML, of the newest messages that a narrow holds for the caller. */
export const summarizeMessages =
  (ports: Ports & Needs<typeof fetchMessages>) =>
  (caller: Caller, narrow: readonly NarrowInput[]): Result<string> =>
  async () => {
    const { summarizer, throttle, directory, clock } = ports;
    if (summarizer === undefined) return left(notEnabled);
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const refusal = refusalOf(state, user.right, clock.now());
    if (refusal) return left(refusal);
    const newest = { anchor: "newest", includeAnchor: true, before: limits.messages, after: 0 } as const;
    const page = await fetchMessages(ports)(caller, { ...newest, narrow })();
    if (isLeft(page)) return page;
    const messages = page.right.messages.map(({ message }) => message);
    if (messages.length === 0) return left(nothingToSummarize);
    const wait = await throttle.take("summary", `${caller.realmId} ${caller.userId}`);
    if (wait !== undefined) return left(tooManyTries(wait));
    const said = saidIn(state, user.right, messages, clock.now());
    const written = await summarizer.summarize({
      place: placeOf(state, messages),
      messages: said,
      mostSentences: mostSentences(said.length),
    });
    if (isLeft(written)) {
      ports.onError(new Error(`No summary: ${written.left}`));
      return left(failed);
    }
    const rendered = await renderAs(ports, caller, written.right.slice(0, limits.summary));
    return isLeft(rendered) ? rendered : right(rendered.right.html);
  };

/** Nobody is named to guests who may not know them. */
const saidIn = (
  state: RealmState,
  reader: User,
  messages: readonly Message[],
  now: number,
): readonly Said[] => {
  const said: Said[] = [];
  let left: number = limits.characters;
  for (const { senderId, content } of messages.toReversed()) {
    if (left <= 0) break;
    const sender = userKnownTo(state, reader, senderId, now)?.fullName ?? "Unknown user";
    said.unshift({ sender, content: content.slice(0, left) });
    left -= content.length;
  }
  return said;
};

/** The topic, if all was said there. */
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
