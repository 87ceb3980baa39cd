import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { ApiError } from "../../../application/api-error";
import { mustBe, notForBots, notForWebhooks } from "../../../domain/caller-refusals";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { AnyEndpoint } from "./endpoint";

/** Refuses callers who may not use the endpoint at all, before the parameters are read. */
export const checkCaller = (
  declared: AnyEndpoint,
  caller: User | undefined,
): E.Either<ApiError, undefined> =>
  caller === undefined
    ? E.right(undefined)
    : pipe(
        checkBot(declared, caller),
        E.chain(() => checkRole(declared, caller)),
      );

const checkBot = (declared: AnyEndpoint, { bot }: User): E.Either<ApiError, undefined> => {
  if (declared.caller === "anyone" || bot === null) return E.right(undefined);
  if (declared.caller === "user" && declared.forPeopleOnly) return E.left(notForBots);
  const isOpenToWebhooks =
    declared.caller === "webhook" || (declared.caller === "user" && declared.forWebhooksToo);
  return bot.type === "incoming_webhook" && !isOpenToWebhooks ? E.left(notForWebhooks) : E.right(undefined);
};

const checkRole = (declared: AnyEndpoint, { role }: User): E.Either<ApiError, undefined> => {
  const needed = declared.caller === "user" ? declared.forAtLeast : undefined;
  return needed === undefined || allows(role, needed) ? E.right(undefined) : E.left(mustBe(needed));
};
