import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { BotCaller, CallOutcome } from "../../../application/ports/bots/bot-caller";
import {
  isSuccess,
  isTemporaryFailure,
  type OutgoingAnswer,
  type OutgoingHttp,
  type OutgoingProblem,
} from "../../../application/ports/system/outgoing-http";
import type { WebhookInterface } from "../../../domain/bots/bot";
import { isDict } from "../../../domain/codec/dict";
import { valueOfJson } from "../../../domain/codec/json-text";
import type { CallFormat } from "./call-format";

interface Parts {
  readonly http: OutgoingHttp;
  readonly formats: Readonly<Record<WebhookInterface, CallFormat>>;
  readonly userAgent: string;
}

type Failed = Extract<CallOutcome, { kind: "failed" }>;

const unavailable = "Bot is unavailable";
const final = (conversationText: string, reason: string, answer?: string): Failed => ({
  kind: "failed",
  mayRecover: false,
  conversationText,
  reason,
  ...(answer !== undefined && { answer }),
});

/** The outcome of calls without an answer. */
const unanswered: Readonly<Record<OutgoingProblem, Failed>> = {
  forbidden: final(unavailable, "The URL configured for the webhook is for a private or disallowed network."),
  timeout: { ...final(unavailable, "Its server did not answer in time."), mayRecover: true },
  unreachable: {
    ...final(unavailable, "The connection to its server failed. Is it running?"),
    mayRecover: true,
  },
  too_large: final(unavailable, "Its server's answer is too long."),
  too_many_redirects: final(unavailable, "Its server redirects without end."),
};

const failedWith = ({ status, body }: OutgoingAnswer): Failed => ({
  ...final(`Third party responded with ${status}`, `Its server answered with status ${status}.`, body),
  mayRecover: isTemporaryFailure({ status }),
});

/** Calls bots' servers over HTTP. An empty answer, or one that says so, means no reply. */
export const httpBotCaller = ({ http, formats, userAgent }: Parts): BotCaller => ({
  call: async (call) => {
    const { service } = call.bot.bot;
    const format = formats[service.interface];
    const written = format.write(call);
    if (E.isLeft(written)) return final(written.left, written.left);
    const { contentType, body } = written.right;
    const answer = await http.request({
      method: "POST",
      url: service.url,
      body,
      headers: { "Content-Type": contentType, Accept: "application/json", "User-Agent": userAgent },
    });
    return pipe(
      answer,
      E.match(
        ({ problem }) => unanswered[problem],
        (one) => (isSuccess(one) ? read(format, one.body) : failedWith(one)),
      ),
    );
  },
});

/** A reply may be any JSON, which is posted as text: writing it must not exhaust the stack. */
const deepest = 100;

const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth === deepest || Object.values(value).some((inside) => isTooDeep(inside, depth + 1)));

const read = (format: CallFormat, body: string): CallOutcome => {
  const answer = valueOfJson(t.unknown, body);
  // Some servers send an empty string for no reply.
  if (answer === "") return { kind: "answered", reply: undefined };
  if (answer === undefined)
    return final("Invalid JSON in response", "Its server's answer is not valid JSON.", body);
  if (!isDict(answer))
    return final("Invalid response format", "Its server's answer is not a JSON object.", body);
  if (isTooDeep(answer))
    return final("Invalid response format", "Its server's answer is nested too deep.", body);
  return { kind: "answered", reply: format.replyIn(answer) };
};
