import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { listFactors } from "../../../../application/second-factors/list-factors";
import { resetFactors } from "../../../../application/second-factors/reset-factors";
import { userId } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { done, endpoint } from "../../declaration/endpoint";

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const listFactorsEndpoint = endpoint({
  method: "get",
  at: "/users/me/two_factors",
  caller: "user",
  forPeopleOnly: true,
  summary: "List the caller's second factors, which are set up on the server's pages",
  path: {},
  params: {},
  response: {
    factors: { type: "array", items: { type: "object" } },
    recovery_codes_left: { type: "integer" },
  },
  use: listFactors,
  run: (listFactors, { caller }) =>
    pipe(
      listFactors(caller),
      TE.map(({ factors, recoveryCodesLeft }) => ({
        factors: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
          id,
          kind,
          name,
          created: seconds(createdAt),
          last_used: lastUsedAt === null ? null : seconds(lastUsedAt),
        })),
        recovery_codes_left: recoveryCodesLeft,
      })),
    ),
});

const resetFactorsEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}/two_factors",
  caller: "user",
  summary: "Remove another user's second factors. Administrators only; not for users who outrank them",
  path: { user_id: required(userId) },
  params: {},
  response: {},
  use: resetFactors,
  run: (resetFactors, { caller }, input) => done(resetFactors(caller, input.user_id)),
});

export const secondFactorEndpoints = [listFactorsEndpoint, resetFactorsEndpoint];
