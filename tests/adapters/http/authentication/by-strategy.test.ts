import type { Request, RequestHandler, Response } from "express";
import * as TE from "fp-ts/TaskEither";
import { byStrategy } from "../../../../src/adapters/http/authentication/by-strategy";
import { checkStrategy } from "../../../../src/adapters/http/authentication/check-strategy";
import type { SignedIn } from "../../../../src/adapters/http/authentication/signed-in";
import { notLoggedIn } from "../../../../src/domain/caller-refusals";

const failure = new Error("a bug");
const throws = (): never => {
  throw failure;
};
const ann = { user: { id: 1 } } as SignedIn;

/** What becomes of a request. */
const outcomeOf = (handlerWith: (note: (outcome: unknown) => void) => RequestHandler): Promise<unknown> =>
  new Promise((resolve) => {
    const request = {} as Request;
    handlerWith(resolve)(request, {} as Response, (error?: unknown) => resolve(error ?? request.user));
  });

test("a request is admitted with its caller, or refused", async () => {
  const admitted = outcomeOf((note) =>
    byStrategy(
      checkStrategy(() => TE.right(ann)),
      (_request, _response, error) => note(error),
    ),
  );
  expect(await admitted).toBe(ann);
  const refused = outcomeOf((note) =>
    byStrategy(
      checkStrategy(() => TE.left(notLoggedIn)),
      (_request, _response, error) => note(error),
    ),
  );
  expect(await refused).toBe(notLoggedIn);
});

test.each<[string, RequestHandler]>([
  [
    "the check",
    byStrategy(
      checkStrategy(() => () => Promise.reject(failure)),
      throws,
    ),
  ],
  [
    "a refusal",
    byStrategy(
      checkStrategy(() => TE.left(notLoggedIn)),
      throws,
    ),
  ],
  [
    "what remembers the caller",
    byStrategy(
      checkStrategy(() => TE.right(ann)),
      throws,
      throws,
    ),
  ],
])("an error in %s is passed on", async (_, handler) => {
  expect(await outcomeOf(() => handler)).toBe(failure);
});
