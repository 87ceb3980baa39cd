import type { updateBot } from "../../../src/application/bots/update-bot";

type BotUpdate = Parameters<ReturnType<typeof updateBot>>[2];

/** A change of a bot that leaves alone what isn't given. */
export const botUpdate = (more: Partial<BotUpdate>): BotUpdate => ({
  fullName: undefined,
  shortName: undefined,
  realmHost: "chat.example.com",
  role: undefined,
  ownerId: undefined,
  config: undefined,
  payloadUrl: undefined,
  interface: "native",
  defaultSendingChannel: undefined,
  defaultEventsChannel: undefined,
  defaultAllPublicChannels: undefined,
  ...more,
});
