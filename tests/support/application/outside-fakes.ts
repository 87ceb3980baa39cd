import * as E from "fp-ts/Either";
import type {
  BotCaller,
  BotReply,
  CallOutcome,
  CallToBot,
} from "../../../src/application/ports/bots/bot-caller";
import type { EmojiCatalog } from "../../../src/application/ports/emoji/emoji-catalog";
import type { LoginTokens } from "../../../src/application/ports/login/login-tokens";
import type { SignOnProvider } from "../../../src/application/ports/login/sign-on-provider";
import type { DisposableDomains } from "../../../src/application/ports/mail/disposable-domains";
import type { Mailer } from "../../../src/application/ports/mail/mailer";
import type { Summarizer, SummaryRequest } from "../../../src/application/ports/messages/summarizer";
import type { Mail } from "../../../src/domain/mail/mail";

/** Sends nothing, and records the mails. */
export const recordingMailer = (): Mailer & { readonly sent: readonly Mail[] } => {
  const sent: Mail[] = [];
  return {
    sent,
    reachesPeople: true,
    send: async (mail) => {
      sent.push(mail);
      return E.right(undefined);
    },
  };
};

/** The emoji with these codes by name. An old name belongs to the code that it once had. */
export const emojiWith = (
  codes: Readonly<Record<string, string>>,
  oldNames: Readonly<Record<string, string>> = {},
): EmojiCatalog => {
  const byName = new Map(Object.entries(codes));
  const known = new Set(byName.values());
  return {
    codeOf: (name) => byName.get(name),
    hasCode: (code) => known.has(code),
    wasCalled: (code, name) => oldNames[name] === code,
  };
};

/** Reaches no server: answers each call with `bots.answer`, and records the calls. */
export const scriptedBotCaller = () => {
  const calls: CallToBot[] = [];
  const bots: { answer: CallOutcome } = { answer: { kind: "answered", reply: undefined } };
  const botCaller: BotCaller = {
    call: async (call) => {
      calls.push(call);
      return bots.answer;
    },
  };
  return { botCaller, calls, bots };
};

/** A bot's answer; undefined for one that needs no reply. */
export const answeredWith = (reply: BotReply | undefined): CallOutcome => ({ kind: "answered", reply });

/** Tokens that are the user's address; "nobody" and "forged" are what they say. */
export const plainLoginTokens = (isFor: (subdomain: string) => boolean = () => true): LoginTokens => ({
  isFor,
  read: async (token) => {
    if (token === "nobody") return { kind: "nobody" };
    return token.includes("@") ? { kind: "somebody", email: token } : { kind: "forged" };
  },
});

/** Knows one disposable domain. */
export const oneDisposableDomain = (disposable: string): DisposableDomains => ({
  has: (domain) => `.${domain.toLowerCase()}`.endsWith(`.${disposable}`),
});

/** A summarizer whose model answers as its test says, and the requests that it received. */
export const scriptedSummarizer = () => {
  const requests: SummaryRequest[] = [];
  const model: { isBroken: boolean; answer: string } = { isBroken: false, answer: "Pizza & more" };
  const summarizer: Summarizer = {
    summarize: async (request) => {
      requests.push(request);
      return model.isBroken ? E.left("HTTP 500") : E.right(model.answer);
    },
  };
  return { summarizer, model, requests };
};

/** A sign-on service that vouches for anyone who comes back with a code, under the name that the browser brings. */
export const trustingSignOn: SignOnProvider = {
  displayName: "Example ID",
  begin: async (returnUrl) =>
    E.right({
      url: `https://id.example.com/?to=${encodeURIComponent(returnUrl)}`,
      challenge: { state: "state", nonce: "nonce", codeVerifier: "verifier" },
    }),
  finish: async ({ searchParams }) =>
    searchParams.get("code") === null
      ? E.left("unconfirmed")
      : E.right({
          provider: "https://id.example.com",
          subject: searchParams.get("state") ?? "ann",
          email: searchParams.get("email") ?? "ann@example.com",
          fullName: searchParams.get("name") ?? "Ann",
        }),
};
