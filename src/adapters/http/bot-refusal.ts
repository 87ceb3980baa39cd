import { type ApiError, notForBots, notForWebhooks } from "../../domain/errors";
import type { User } from "../../domain/user";
import type { AnyEndpoint } from "./endpoint";

/** Why a bot may not make this call at all; undefined for people, and for bots that may. */
export const refusalOfBots = (declared: AnyEndpoint, caller: User | undefined): ApiError | undefined => {
  const bot = caller?.bot ?? null;
  if (declared.caller === "anyone" || bot === null) return undefined;
  if (declared.caller === "user" && declared.forPeopleOnly) return notForBots;
  const isOpenToWebhooks =
    declared.caller === "webhook" || (declared.caller === "user" && declared.forWebhooksToo);
  return bot.type === "incoming_webhook" && !isOpenToWebhooks ? notForWebhooks : undefined;
};
