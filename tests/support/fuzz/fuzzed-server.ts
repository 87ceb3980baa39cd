import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { unicodeCatalog } from "../../../src/adapters/emoji/unicode-catalog";
import { costLimits } from "../../../src/adapters/http/declaration/cost-limits";
import { inThreadRenderer } from "../../../src/adapters/markdown/in-thread-renderer";
import { emojiNames } from "../../../src/composition/adapters/emoji-names";
import { wakeUps } from "../../../src/composition/services/wake-ups";
import { plainApiKeys, plainLinkTokens } from "../fakes";
import { clientAt, httpOn } from "../http-application";
import { memoryApplication } from "../memory-application";
import { realServices } from "../real-services";
import type { Things } from "./good-values";

/** An in-memory server with people and messages, which reports its own errors. */
export interface FuzzedServer {
  readonly port: number;
  readonly things: Things;
  /** A caller's credentials, with their current key. */
  authorizationOf(userId: number): Promise<string>;
  readonly callers: readonly number[];
  /** The key of an incoming webhook's bot. */
  readonly webhookKey: string;
  stop(): Promise<void>;
}

const emoji = unicodeCatalog();

export const fuzzedServer = async (
  report: (error: unknown) => void,
  more: Parameters<typeof memoryApplication>[0] = {},
): Promise<FuzzedServer> => {
  const renderer = inThreadRenderer({
    emoji: emojiNames(emoji),
    realmUrl: () => "https://chat.example.com",
  });
  const given = { ...realServices, emoji, renderer, onError: report, ...more };
  const application = await memoryApplication(given);
  const { services, realmId } = application;
  const bus = wakeUps(services, report);
  await bus.start?.();
  const http: Server = httpOn({
    services,
    emoji,
    capturedMails: undefined,
    linkTokens: plainLinkTokens,
    signOn: undefined,
    uploads: { fileMib: 1, realmMib: null },
    isDevelopment: true,
    webFolder: "/nowhere",
    costs: costLimits,
    connectionsPerNetwork: 0,
    limit: { callsPerMinute: 0 },
    logger: { error: report },
    askDatabase: async () => undefined,
  });
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
    stop: async () => {
      http.closeAllConnections();
      http.close();
      await services.jobRunner.stop();
      await services.liveQueues.close();
      await bus.stop?.();
      await renderer.close();
    },
  };
};
