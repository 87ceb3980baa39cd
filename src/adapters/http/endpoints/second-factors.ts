import { map } from "fp-ts/TaskEither";
import { type FactorList, listFactors } from "../../../application/second-factors/list-factors";
import { resetFactors } from "../../../application/second-factors/reset-factors";
import { userId } from "../codecs/naming";
import { required } from "../codecs/parameter";
import { done, endpoint } from "../endpoint";

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const listFactorsEndpoint = endpoint({
  method: "get",
  at: "/users/me/two_factors",
  caller: "user",
  forPeopleOnly: true,
  summary: "What the caller logs in with besides the password. Pages set it up",
  path: {},
  params: {},
  response: {
    factors: { type: "array", items: { type: "object" } },
    recovery_codes_left: { type: "integer" },
  },
  use: listFactors,
  run: (listFactors, { caller }) =>
    map(({ factors, recoveryCodesLeft }: FactorList) => ({
      factors: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
        id,
        kind,
        name,
        created: seconds(createdAt),
        last_used: lastUsedAt === null ? null : seconds(lastUsedAt),
      })),
      recovery_codes_left: recoveryCodesLeft,
    }))(listFactors(caller)),
});

const resetFactorsEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}/two_factors",
  caller: "user",
  summary: "Take somebody's second factors away. Administrators only, and of nobody who outranks them",
  path: { user_id: required(userId) },
  params: {},
  response: {},
  use: resetFactors,
  run: (resetFactors, { caller }, given) => done(resetFactors(caller, given.user_id)),
});

export const secondFactorEndpoints = [listFactorsEndpoint, resetFactorsEndpoint];
