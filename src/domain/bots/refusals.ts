import { badRequest, type RefusalIn } from "../refusal";

export type BotError = RefusalIn<typeof import("./refusals")>;

export const noSuchBot = badRequest("noSuchBot", "No such bot");
export const invalidBotType = badRequest("invalidBotType", "Invalid bot type");
export const embeddedBotsNotEnabled = badRequest("embeddedBotsNotEnabled", "Embedded bots are not enabled.");
export const invalidBotUsername = badRequest("invalidBotUsername", "Bad name or username");
export const botUsernameTaken = badRequest("botUsernameTaken", "Username already in use");
export const botNameTaken = badRequest("botNameTaken", "Name is already in use.");
export const botConfigTooLong = (limit: number) =>
  badRequest("botConfigTooLong", `config_data is too long (limit: ${limit} characters)`);
export const invalidInterfaceType = badRequest("invalidInterfaceType", "Invalid interface type");
export const invalidPayloadUrl = badRequest("invalidPayloadUrl", "payload_url is not a URL");

// Changing the owner
export const noSuchNewOwner = badRequest("noSuchNewOwner", "Failed to change owner, no such user");
export const newOwnerDeactivated = badRequest(
  "newOwnerDeactivated",
  "Failed to change owner, user is deactivated",
);
export const newOwnerIsBot = badRequest("newOwnerIsBot", "Failed to change owner, bots can't own other bots");

// A bot's stored data
export const onlyForBots = badRequest("onlyForBots", "This endpoint is only available to bots.");
export const noSuchBotDataKey = badRequest("noSuchBotDataKey", "Key does not exist.");
export const botDataKeyTooLong = (limit: number) =>
  badRequest("botDataKeyTooLong", `A key is too long (limit: ${limit} characters)`);
export const botDataTooLarge = (excess: number, limit: number) =>
  badRequest(
    "botDataTooLarge",
    `Request exceeds storage limit by ${excess} characters. The limit is ${limit} characters.`,
  );
