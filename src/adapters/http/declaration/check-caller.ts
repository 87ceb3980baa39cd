import * as E from "fp-ts/Either";
import type { ApiError } from "../../../application/api-error";
import { mustBe, notForBots, notForWebhooks } from "../../../domain/caller-refusals";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { AnyEndpoint } from "./endpoint";

/** Refuses callers who may not use the endpoint at all, before the parameters are read. */
export const checkCaller = (
  declared: AnyEndpoint,
  caller: User | undefined,
): E.Either<ApiError, undefined> => {
  const refusal = caller && (refusalOfBot(declared, caller) ?? refusalOfRole(declared, caller));
  return refusal === undefined ? E.right(undefined) : E.left(refusal);
};

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
