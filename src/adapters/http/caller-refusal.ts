import { type ApiError, mustBe, notForBots, notForWebhooks } from "../../domain/errors";
import { allows } from "../../domain/role";
import type { User } from "../../domain/user";
import type { AnyEndpoint } from "./endpoint";

/** Why somebody may not make this call, whatever it says: told before its parameters are looked at. */
export const refusalOf = (declared: AnyEndpoint, caller: User | undefined): ApiError | undefined =>
  caller && (refusalOfBot(declared, caller) ?? refusalOfRole(declared, caller));

const refusalOfBot = (declared: AnyEndpoint, { bot }: User): ApiError | undefined => {
  if (declared.caller === "anyone" || bot === null) return undefined;
  if (declared.caller === "user" && declared.forPeopleOnly) return notForBots;
  const isOpenToWebhooks =
    declared.caller === "webhook" || (declared.caller === "user" && declared.forWebhooksToo);
  return bot.type === "incoming_webhook" && !isOpenToWebhooks ? notForWebhooks : undefined;
};

const refusalOfRole = (declared: AnyEndpoint, { role }: User): ApiError | undefined => {
  const needed = declared.caller === "user" ? declared.forAtLeast : undefined;
  return needed === undefined || allows(role, needed) ? undefined : mustBe(needed);
};
