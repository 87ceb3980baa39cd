import { badRequest } from "../errors";

export const noSuchBot = badRequest("No such bot");
export const invalidBotType = badRequest("Invalid bot type");
export const embeddedBotsNotEnabled = badRequest("Embedded bots are not enabled.");
export const invalidBotUsername = badRequest("Bad name or username");
export const botUsernameTaken = badRequest("Username already in use");
export const botNameTaken = badRequest("Name is already in use.");
export const invalidDefaultChannel = (name: string) => badRequest(`Invalid channel name '${name}'`);
export const botConfigTooLong = (limit: number) =>
  badRequest(`config_data is too long (limit: ${limit} characters)`);
export const invalidInterfaceType = badRequest("Invalid interface type");
export const invalidPayloadUrl = badRequest("payload_url is not a URL");

// Changing the owner
export const noSuchNewOwner = badRequest("Failed to change owner, no such user");
export const newOwnerDeactivated = badRequest("Failed to change owner, user is deactivated");
export const newOwnerIsBot = badRequest("Failed to change owner, bots can't own other bots");

// A bot's stored data
export const onlyForBots = badRequest("This endpoint is only available to bots.");
export const noSuchBotDataKey = badRequest("Key does not exist.");
export const botDataKeyTooLong = (limit: number) =>
  badRequest(`A key is too long (limit: ${limit} characters)`);
export const botDataTooLarge = (excess: number, limit: number) =>
  badRequest(`Request exceeds storage limit by ${excess} characters. The limit is ${limit} characters.`);
