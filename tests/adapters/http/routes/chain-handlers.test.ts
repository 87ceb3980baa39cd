import { setImmediate as aTurn } from "node:timers/promises";
import type { Request, RequestHandler, Response } from "express";
import { chainHandlers } from "../../../../src/adapters/http/routes/chain-handlers";

const failure = new Error("a bug");
const throws = (): never => {
  throw failure;
};
/** As one that reads a body: nobody is left who would catch what the next one throws. */
const waits: RequestHandler = (_request, _response, next) => void setImmediate(next);

/** What the chain calls `next` with. */
const passedOn = async (...handlers: readonly RequestHandler[]): Promise<readonly unknown[]> => {
  const passed: unknown[] = [];
  chainHandlers(handlers)({} as Request, {} as Response, (error?: unknown) => passed.push(error));
  await aTurn();
  await aTurn();
  return passed;
};

test("handlers run in order, until one passes an error on", async () => {
  const begun: string[] = [];
  const named =
    (name: string, error?: unknown): RequestHandler =>
    (_request, _response, next) => {
      begun.push(name);
      next(error);
    };
  expect(await passedOn(named("first"), waits, named("second"))).toEqual([undefined]);
  expect(await passedOn(named("third", failure), named("fourth"))).toEqual([failure]);
  expect(begun).toEqual(["first", "second", "third"]);
});

test.each([
  ["at once", [throws]],
  ["after another one waited", [waits, throws]],
  ["in a chain of its own", [waits, chainHandlers([waits, throws]), throws]],
])("what a handler throws %s is passed on", async (_, handlers) => {
  expect(await passedOn(...handlers)).toEqual([failure]);
});

test("what rejects a handler's promise is passed on", async () => {
  expect(await passedOn(waits, () => Promise.reject(failure))).toEqual([failure]);
});

test("what the handlers behind the chain throw comes back to them", async () => {
  const passed: unknown[] = [];
  chainHandlers([waits])({} as Request, {} as Response, (error?: unknown) => {
    passed.push(error);
    if (error === undefined) throws();
  });
  await aTurn();
  await aTurn();
  expect(passed).toEqual([undefined, failure]);
});
