import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { Secret, TOTP } from "otpauth";
import { unicodeCatalog } from "../../../src/adapters/emoji/unicode-catalog";
import { sharpImageEditor } from "../../../src/adapters/images/sharp-image-editor";
import { listedDisposableDomains } from "../../../src/adapters/mail/disposable-domains";
import { folderMailer } from "../../../src/adapters/mail/folder-mailer";
import { printingMailer } from "../../../src/adapters/mail/printing-mailer";
import { inThreadRenderer } from "../../../src/adapters/markdown/in-thread-renderer";
import { derivedApiKeys } from "../../../src/adapters/security/api-keys";
import { signedLinkTokens } from "../../../src/adapters/security/link-tokens";
import { totpCodes } from "../../../src/adapters/security/one-time-codes";
import { argon2Hasher } from "../../../src/adapters/security/password-hasher";
import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { cryptoTokens } from "../../../src/adapters/security/random-tokens";
import { secretSeals } from "../../../src/adapters/security/seals";
import { signedSessionTokens } from "../../../src/adapters/security/session-tokens";
import { webauthnPasskeys } from "../../../src/adapters/security/webauthn-passkeys";
import { jwtLoginTokens } from "../../../src/adapters/sign-on/jwt-login-tokens";
import { loadFileTypes } from "../../../src/adapters/storage/file-types";
import { chatCompletions } from "../../../src/adapters/summaries/chat-completions";
import { systemClock } from "../../../src/adapters/system/clock";
import { callFormats } from "../../../src/adapters/webhooks/outgoing/call-formats";
import { httpBotCaller } from "../../../src/adapters/webhooks/outgoing/http-bot-caller";
import type { BotReply } from "../../../src/application/ports/bots/bot-caller";
import { codeShown, plainCodes, plainKey, plainPasskeys } from "../../support/application/factor-fakes";
import {
  blindImageEditor,
  escapingRenderer,
  fixedClock,
  lenientStrength,
  plainApiKeys,
  plainFileTypes,
  plainLinkTokens,
  plainPasswordHasher,
  reversingSeals,
  sequentialSessionTokens,
  sequentialTokens,
  throttleWith,
} from "../../support/application/fakes";
import {
  answeredWith,
  emojiWith,
  oneDisposableDomain,
  plainLoginTokens,
  recordingMailer,
  scriptedBotCaller,
  scriptedSummarizer,
  trustingSignOn,
} from "../../support/application/outside-fakes";
import { rendererSetup } from "../../support/markdown/renderer";
import { anAuthenticator } from "../../support/servers/passkey-authenticator";
import { apiKeysContract } from "../api-keys/api-keys.contract";
import { botCallerContract } from "../bots/bot-caller.contract";
import { emojiCatalogContract } from "../emoji/emoji-catalog.contract";
import { fileTypesContract } from "../files/file-types.contract";
import { linkTokensContract } from "../login/link-tokens.contract";
import { loginTokensContract } from "../login/login-tokens.contract";
import { oneTimeCodesContract } from "../login/one-time-codes.contract";
import { passkeysContract } from "../login/passkeys.contract";
import { passwordHasherContract } from "../login/password-hasher.contract";
import { passwordStrengthContract } from "../login/password-strength.contract";
import { sessionTokensContract } from "../login/session-tokens.contract";
import { signOnProviderContract } from "../login/sign-on-provider.contract";
import { disposableDomainsContract } from "../mail/disposable-domains.contract";
import { mailerContract } from "../mail/mailer.contract";
import { messageRendererContract } from "../messages/message-renderer.contract";
import { summarizerContract } from "../messages/summarizer.contract";
import { imageEditorContract } from "../pictures/image-editor.contract";
import { clockContract } from "./clock.contract";
import { randomTokensContract } from "./random-tokens.contract";
import { sealsContract } from "./seals.contract";
import { throttleContract } from "./throttle.contract";

const secret = "a secret of thirty-two characters or more";
const pngSignature = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex");

/** What an authenticator app shows. */
const appCode = (secret: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** A bot's server, without a connection to it. */
const botServer = () => {
  let response = { status: 200, headers: {}, body: "{}" };
  const server = () => ({ url: "https://chat.example.com", webhookTokenOf: plainApiKeys.webhookTokenOf });
  return {
    caller: httpBotCaller({
      http: { request: async () => E.right(response) },
      formats: callFormats(server),
      userAgent: "test",
    }),
    answer: (reply: BotReply | undefined) => {
      const { content, widget: widget_content } = reply ?? {};
      const body = reply ? { content, widget_content } : { response_not_required: true };
      response = { ...response, status: 200, body: JSON.stringify(body) };
    },
    fail: (mayRecover: boolean) => {
      response = { ...response, status: mayRecover ? 503 : 404, body: "" };
    },
  };
};

const scriptedBot = () => {
  const { botCaller, bots } = scriptedBotCaller();
  return {
    caller: botCaller,
    answer: (reply: BotReply | undefined) => {
      bots.answer = answeredWith(reply);
    },
    fail: (mayRecover: boolean) => {
      bots.answer = {
        kind: "failed",
        mayRecover,
        conversationText: "Bot is unavailable",
        reason: "It is down.",
      };
    },
  };
};

const mailFolder = mkdtempSync(join(tmpdir(), "parley-mail-"));
afterAll(() => rmSync(mailFolder, { recursive: true }));
const mailInFolder = () => {
  const mailer = folderMailer(mailFolder);
  return { mailer, recipients: async () => (await mailer.list()).map(({ to }) => to).toReversed() };
};
const printedMail = () => {
  const lines: string[] = [];
  const recipients = async () => lines.map((line) => /^Mail to ([^,]+),/.exec(line)?.[1] ?? line);
  return { mailer: printingMailer((line) => lines.push(line)), recipients };
};
const recordedMail = () => {
  const mailer = recordingMailer();
  return { mailer, recipients: async () => mailer.sent.map(({ to }) => to) };
};

const jwt = async (email: string | undefined) => {
  const { SignJWT } = await import("jose");
  const claims = new SignJWT(email === undefined ? {} : { email }).setProtectedHeader({ alg: "HS256" });
  return claims.sign(new TextEncoder().encode(secret));
};

/** A server with OpenAI's chat completions API, without a connection to it. */
const completions = () => {
  let response = { status: 200, headers: {}, body: "" };
  return {
    summarizer: chatCompletions({
      http: { request: async () => E.right(response) },
      url: "https://api.example.com/v1",
      key: undefined,
      model: "small",
    }),
    answer: (content: string | undefined) => {
      const body = JSON.stringify({ choices: [{ message: { content } }] });
      response = { ...response, status: content === undefined ? 500 : 200, body };
    },
  };
};

const scriptedModel = () => {
  const { summarizer, model } = scriptedSummarizer();
  return {
    summarizer,
    answer: (text: string | undefined) => {
      model.isBroken = text === undefined;
      model.answer = text ?? "";
    },
  };
};

describe("adapters", () => {
  describe("bots' servers", () => botCallerContract(botServer));
  describe("emoji", () => emojiCatalogContract(unicodeCatalog()));
  describe("login tokens", () =>
    loginTokensContract({
      tokens: jwtLoginTokens({ key: secret, algorithm: "HS256", subdomain: "chat" }),
      tokenFor: jwt,
    }));
  describe("mail in a folder", () => mailerContract(mailInFolder));
  describe("mail in the log", () => mailerContract(printedMail));
  describe("clock", () => clockContract(systemClock));
  describe("API keys", () => apiKeysContract(derivedApiKeys(secret)));
  describe("file types", () => fileTypesContract(loadFileTypes, pngSignature));
  describe("images", () => imageEditorContract(sharpImageEditor()));
  describe("link tokens", () => linkTokensContract(signedLinkTokens(secret)));
  describe("Markdown", () => messageRendererContract(async () => inThreadRenderer(rendererSetup())));
  describe("one-time codes", () => oneTimeCodesContract(totpCodes, appCode));
  describe("passkeys", () =>
    passkeysContract(() => ({
      passkeys: webauthnPasskeys,
      newKey: (origin) => anAuthenticator({ origin, counts: true }),
    })));
  describe("password hashes", () => passwordHasherContract(argon2Hasher()));
  describe("password strength", () => passwordStrengthContract(zxcvbnStrength));
  describe("random tokens", () => randomTokensContract(cryptoTokens));
  describe("seals", () => sealsContract(secretSeals(secret)));
  describe("session tokens", () => sessionTokensContract(signedSessionTokens(secret)));
  describe("disposable domains", () => disposableDomainsContract(listedDisposableDomains, "mailinator.com"));
  describe("summaries", () => summarizerContract(completions()));
});

describe("fakes used by use-case tests", () => {
  describe("bots' servers", () => botCallerContract(scriptedBot));
  describe("emoji", () => emojiCatalogContract(emojiWith({ car: "1f697" }, { smile: "1f642" })));
  describe("login tokens", () =>
    loginTokensContract({
      tokens: plainLoginTokens((subdomain) => subdomain === "chat"),
      tokenFor: (email) => email ?? "nobody",
    }));
  describe("mail", () => mailerContract(recordedMail));
  describe("clock", () => clockContract(fixedClock()));
  describe("API keys", () => apiKeysContract(plainApiKeys));
  describe("file types", () => fileTypesContract(async () => plainFileTypes, Buffer.from("png:")));
  describe("images", () => imageEditorContract(blindImageEditor));
  describe("link tokens", () => linkTokensContract(plainLinkTokens));
  describe("Markdown", () => messageRendererContract(async () => escapingRenderer));
  describe("one-time codes", () => oneTimeCodesContract(plainCodes(), codeShown));
  describe("passkeys", () => passkeysContract(() => ({ passkeys: plainPasskeys(), newKey: plainKey })));
  describe("password hashes", () => passwordHasherContract(plainPasswordHasher));
  describe("password strength", () => passwordStrengthContract(lenientStrength));
  describe("random tokens", () => randomTokensContract(sequentialTokens()));
  describe("seals", () => sealsContract(reversingSeals));
  describe("session tokens", () => sessionTokensContract(sequentialSessionTokens()));
  describe("disposable domains", () =>
    disposableDomainsContract(oneDisposableDomain("disposable.example"), "disposable.example"));
  describe("sign-on", () => signOnProviderContract({ provider: trustingSignOn }));
  describe("summaries", () => summarizerContract(scriptedModel()));
  describe("throttle", () => throttleContract(() => throttleWith({ login: 3 }), 3));
  describe("throttle with one limit", () => throttleContract(() => throttleWith({}, 3), 3));
});
