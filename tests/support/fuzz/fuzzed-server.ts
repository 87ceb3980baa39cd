import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unicodeCatalog } from "../../../src/adapters/emoji/unicode-catalog";
import { costLimits } from "../../../src/adapters/http/declaration/cost-limits";
import { renderMail } from "../../../src/adapters/mail/render-mail";
import { inThreadRenderer } from "../../../src/adapters/markdown/in-thread-renderer";
import { totpCodes } from "../../../src/adapters/security/one-time-codes";
import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import type { OneTimeCodes } from "../../../src/application/ports/login/one-time-codes";
import { openSession } from "../../../src/application/sessions/open-session";
import { emojiNames } from "../../../src/composition/adapters/emoji-names";
import { wakeUps } from "../../../src/composition/components/wake-ups";
import { plainApiKeys, plainLinkTokens } from "../application/fakes";
import { memoryApplication } from "../application/memory-application";
import { trustingSignOn } from "../application/outside-fakes";
import { realServices } from "../application/real-services";
import { clientAt, httpOn } from "../http/http-application";
import { accountEmail, type Things } from "./good-values";
import { type WatchedRoute, watchRoutes } from "./watched-routes";

/** An in-memory server with people and messages, which reports its own errors. */
export interface FuzzedServer {
  readonly port: number;
  readonly things: Things;
  /** A caller's credentials, with their current key. */
  authorizationOf(userId: number): Promise<string>;
  readonly callers: readonly number[];
  /** The key of an incoming webhook's bot. */
  readonly webhookKey: string;
  /** All routes that Express knows. */
  readonly routes: readonly WatchedRoute[];
  /** The token of a new session of the user; empty if they can't log in. */
  sessionOf(userId: number): Promise<string>;
  /** Paths of the links in all mails that the server sent, including one that asks for a new password. */
  mailedPaths(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** The smallest client that the server takes for a built one. */
const builtClient = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "parley-fuzz-"));
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><title>The client</title><script src="/web/main-ABC.js"></script>',
  );
  writeFileSync(join(folder, "main-ABC.js"), "console.log(1);");
  writeFileSync(join(folder, "service-worker.js"), "self.onfetch = null;");
  return folder;
};

const emoji = unicodeCatalog();

const isSecret = (text: string): boolean => /^[A-Z2-7]+$/.test(text);
/** A real token of a set-up carries the secret that the server made. Here, tokens are plain, and requests write any secret. */
const oneTimeCodes: OneTimeCodes = {
  ...totpCodes,
  stepOf: (secret, code, now) => (isSecret(secret) ? totpCodes.stepOf(secret, code, now) : undefined),
  uriOf: (secret, issuer, account) => totpCodes.uriOf(isSecret(secret) ? secret : "A", issuer, account),
};

export const fuzzedServer = async (
  report: (error: unknown) => void,
  more: Parameters<typeof memoryApplication>[0] = {},
): Promise<FuzzedServer> => {
  const renderer = inThreadRenderer({
    emoji: emojiNames(emoji),
    realmUrl: () => "https://chat.example.com",
  });
  const given = { ...realServices, oneTimeCodes, emoji, renderer, onError: report, ...more };
  const application = await memoryApplication(given);
  const { services, realmId } = application;
  const bus = wakeUps(services, report);
  await bus.start?.();
  const webFolder = builtClient();
  const letters = async () =>
    (await application.mails()).map((mail, index) => ({
      ...renderMail(mail.letter),
      id: String(index),
      to: mail.to,
      replyTo: mail.replyTo ?? null,
      sentAt: 0,
    }));
  const { built, routes } = watchRoutes(() =>
    httpOn({
      services,
      emoji,
      capturedMails: { list: letters },
      linkTokens: plainLinkTokens,
      signOn: trustingSignOn,
      uploads: { fileMib: 1, realmMib: null },
      isDevelopment: true,
      webFolder,
      costs: costLimits,
      connectionsPerNetwork: 0,
      limit: { callsPerMinute: 0 },
      logger: { error: report },
      askDatabase: async () => undefined,
    }),
  );
  const http: Server = built;
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const owner = clientAt(
    () => http,
    { id: 1, email: "owner@example.com" },
    plainApiKeys.keyOf(realmId, 1, 1),
  );
  const members = [await application.newMember("Ben"), await application.newMember("Gus")];
  await owner.patch(`/users/${members[1]?.userId}`, { role: 600 }).expect(200);
  const bot = await owner.post("/bots", { full_name: "Bot", short_name: "bot" }).expect(200);
  const hookForm = { full_name: "Hook", short_name: "hook", bot_type: 2 };
  const hook = await owner.post("/bots", hookForm).expect(200);
  const users: number[] = [1, ...members.map(({ userId }) => userId), bot.body.user_id];
  const channels: number[] = [];
  for (const [index, name] of ["open", "closed"].entries()) {
    const form = { name, subscribers: users.slice(0, 2), invite_only: index === 1 };
    channels.push((await owner.post("/channels/create", form).expect(200)).body.id);
  }
  const messages: number[] = [];
  for (const to of [...channels, ...channels]) {
    const form = { type: "channel", to, topic: "lunch", content: "hello" };
    messages.push((await owner.post("/messages", form).expect(200)).body.id);
  }
  const queues: string[] = [];
  for (let made = 0; made < 2; made++) queues.push((await owner.post("/register")).body.queue_id);
  return {
    port: (http.address() as AddressInfo).port,
    things: {
      users: [...users, 99],
      channels: [...channels, 99],
      messages: [...messages, 99],
      queues,
      channelNames: ["open", "closed", "none"],
    },
    callers: users,
    webhookKey: plainApiKeys.keyOf(realmId, hook.body.user_id, 1),
    authorizationOf: async (userId) => {
      const user = (await services.directory.newest(realmId)).users.get(userId);
      const key = plainApiKeys.keyOf(realmId, userId, user?.apiKeyVersion ?? 1);
      return `Basic ${Buffer.from(`${user?.email}:${key}`).toString("base64")}`;
    },
    routes,
    sessionOf: async (userId) => {
      const browser = { name: "Firefox", remoteAddress: "127.0.0.1", isByLink: true } as const;
      const opened = await openSession(services)(realmId, userId, browser)();
      return opened._tag === "Left" ? "" : opened.right;
    },
    mailedPaths: async () => {
      await requestPasswordReset(services)(realmId, accountEmail, "127.0.0.1")();
      const texts = (await letters()).map(({ text }) => text).join("\n");
      return (texts.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link).pathname);
    },
    stop: async () => {
      rmSync(webFolder, { recursive: true, force: true });
      http.closeAllConnections();
      http.close();
      await services.jobRunner.stop();
      await services.liveQueues.close();
      await bus.stop?.();
      await renderer.close();
    },
  };
};
