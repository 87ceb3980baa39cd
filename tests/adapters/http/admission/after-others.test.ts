import { setImmediate as aTurn } from "node:timers/promises";
import type { Request, Response } from "express";
import { afterOthers } from "../../../../src/adapters/http/admission/after-others";

const request = {} as Request;

test("polls begin in their order, after the other requests that arrived with them", async () => {
  const begun: string[] = [];
  const later = afterOthers(() => {});
  for (const poll of ["first", "second"]) later(request, {} as Response, () => begun.push(poll));
  begun.push("a send");
  await aTurn();
  expect(begun).toEqual(["a send", "first", "second"]);
});

test("other requests begin between many polls", async () => {
  let begun = 0;
  const later = afterOthers(() => {});
  for (let poll = 0; poll < 50; poll += 1)
    later(request, {} as Response, () => {
      begun += 1;
      const until = performance.now() + 1;
      while (performance.now() < until);
    });
  await aTurn();
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThan(10);
});

test("a poll whose client left doesn't begin", async () => {
  const begun: string[] = [];
  const later = afterOthers(() => {});
  const gone = { closed: false };
  later(request, gone as Response, () => begun.push("gone"));
  later(request, {} as Response, () => begun.push("here"));
  gone.closed = true;
  await aTurn();
  expect(begun).toEqual(["here"]);
});

test("a poll that fails as it begins is answered, and so are the others", async () => {
  const failure = new Error("cannot begin");
  const outcomes: unknown[] = [];
  const reported: unknown[] = [];
  const later = afterOthers((error) => reported.push(error));
  later(request, {} as Response, (error?: unknown) => {
    if (error === undefined) throw failure;
    outcomes.push(error);
  });
  later(request, {} as Response, () => {
    throw failure;
  });
  later(request, {} as Response, () => outcomes.push("begun"));
  await aTurn();
  expect(outcomes).toEqual([failure, "begun"]);
  expect(reported).toEqual([failure]);
});
