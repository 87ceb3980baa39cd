import { chain, type Either, left, right } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { ApiError } from "../../../application/api-error";
import { mustBe, notForBots, notForWebhooks } from "../../../domain/caller-refusals";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { AnyEndpoint } from "./endpoint";

/** Refuses callers who may not use the endpoint at all, before the parameters are read. */
export const checkCaller = (declared: AnyEndpoint, caller: User | undefined): Either<ApiError, undefined> =>
  caller === undefined
    ? right(undefined)
    : pipe(
        checkBot(declared, caller),
        chain(() => checkRole(declared, caller)),
      );

const checkBot = (declared: AnyEndpoint, { bot }: User): Either<ApiError, undefined> => {
  if (declared.caller === "anyone" || bot === null) return right(undefined);
  if (declared.caller === "user" && declared.forPeopleOnly) return left(notForBots);
  const isOpenToWebhooks =
    declared.caller === "webhook" || (declared.caller === "user" && declared.forWebhooksToo);
  return bot.type === "incoming_webhook" && !isOpenToWebhooks ? left(notForWebhooks) : right(undefined);
};

const checkRole = (declared: AnyEndpoint, { role }: User): Either<ApiError, undefined> => {
  const needed = declared.caller === "user" ? declared.forAtLeast : undefined;
  return needed === undefined || allows(role, needed) ? right(undefined) : left(mustBe(needed));
};
