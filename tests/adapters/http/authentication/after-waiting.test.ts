import { setImmediate as aTurn } from "node:timers/promises";
import type { Request, RequestHandler, Response } from "express";
import { afterWaiting } from "../../../../src/adapters/http/authentication/after-waiting";
import { notLoggedIn } from "../../../../src/domain/caller-refusals";

const failure = new Error("a bug");
const throws = (): never => {
  throw failure;
};
const waits: RequestHandler = (_request, _response, next) => void setTimeout(next, 5);

type Checks = Parameters<typeof afterWaiting>[1];

/** What becomes of a request with credentials that waited. */
const outcomeOf = async (
  isStillValid: Checks["isStillValid"],
  refuse?: Checks["refuse"],
  wait = waits,
): Promise<readonly unknown[]> => {
  const outcome: unknown[] = [];
  const refused: Checks["refuse"] = (_request, _response, error) => outcome.push(error);
  const checks = { isStillValid, refusal: notLoggedIn, refuse: refuse ?? refused };
  const request = { user: {} } as Request;
  afterWaiting(wait, checks)(request, {} as Response, (error?: unknown) => outcome.push(error));
  while (outcome.length === 0) await aTurn();
  return outcome;
};

test("credentials are checked again after a wait, and only then", async () => {
  expect(await outcomeOf(() => true)).toEqual([undefined]);
  expect(await outcomeOf(async () => true)).toEqual([undefined]);
  expect(await outcomeOf(() => false)).toEqual([notLoggedIn]);
  expect(await outcomeOf(async () => false)).toEqual([notLoggedIn]);
  const atOnce: RequestHandler = (_request, _response, next) => next();
  expect(await outcomeOf(throws, undefined, atOnce)).toEqual([undefined]);
});

test.each<[string, Parameters<typeof outcomeOf>]>([
  ["the check throws", [throws]],
  ["the check fails", [() => Promise.reject(failure)]],
  ["the refusal throws", [() => false, throws]],
  ["the refusal throws later", [async () => false, throws]],
])("if %s, the error is passed on", async (_, given) => {
  expect(await outcomeOf(...given)).toEqual([failure]);
});
