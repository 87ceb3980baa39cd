import express from "express";
import * as E from "fp-ts/Either";
import request from "supertest";
import { admission } from "../../../src/adapters/http/admission/admission";
import { endpoint } from "../../../src/adapters/http/declaration/endpoint";
import type { RequestContext } from "../../../src/adapters/http/declaration/request-context";
import { QuietStreams } from "../../../src/adapters/http/reply/quiet-streams";
import { endpointRouter } from "../../../src/adapters/http/routes/router";
import { malformedRequest } from "../../../src/adapters/zulip-wire/malformed-request";
import { SharedMemory } from "../../../src/application/admission/shared-memory";
import { memoryApplication } from "../../support/application/memory-application";

const open = { method: "get", caller: "anyone", summary: "", path: {}, params: {}, response: {} } as const;

const pass: express.RequestHandler = (_request, _response, next) => next();

const serverOf = async (
  endpoints: Parameters<typeof endpointRouter>[2],
  more: object = {},
  afterOthers = pass,
) => {
  const { services } = await memoryApplication();
  const router = endpointRouter(
    { ...services, ...more },
    {
      url: "https://chat.example.com",
      isDevelopment: false,
      sendsPush: false,
      signOnName: undefined,
      startedAt: 0,
      offeredLogins: [],
      summarizes: false,
      gifKeys: { giphy: "", tenor: "", klipy: "" },
      uploads: { fileMib: 1, realmMib: null },
      webhookTokenOf: () => "",
    },
    endpoints,
    {
      refuse: () => undefined,
      afterOthers,
      limited: pass,
      admission: admission(new SharedMemory(Number.POSITIVE_INFINITY)),
      quietStreams: new QuietStreams(),
      authentication: {
        carriesCredentials: () => false,
        isStillValid: () => false,
        required: pass,
        refuseForged: pass,
        refusal: malformedRequest("Nobody"),
      },
      startSession: () => undefined,
      otherwise: (_request, response) => response.status(404).end(),
    },
  );
  return express().use(router.handler);
};

test("an endpoint's use case is bound once, when the server starts", async () => {
  let bound = 0;
  const countBindings = () => {
    bound += 1;
    return () => bound;
  };
  const counting = endpoint({
    ...open,
    at: "/count",
    use: countBindings,
    run: (count: () => number) => async () => E.right({ count: count() }),
  });
  const server = await serverOf([counting]);
  expect(bound).toBe(1);
  for (let call = 0; call < 3; call += 1)
    expect((await request(server).get("/count")).body).toMatchObject({ result: "success", count: 1 });
});

test("an endpoint with several use cases gets them by name", async () => {
  const hello = () => () => "hello";
  const world = () => () => "world";
  const greeting = endpoint({
    ...open,
    at: "/greeting",
    use: { hello, world },
    run: (bound: { hello: () => string; world: () => string }) => async () =>
      E.right({ text: `${bound.hello()} ${bound.world()}` }),
  });
  const { body } = await request(await serverOf([greeting])).get("/greeting");
  expect(body).toMatchObject({ text: "hello world" });
});

test("endpoints tell the time by the server's clock", async () => {
  const timed = endpoint({
    ...open,
    at: "/time",
    use: () => () => undefined,
    run: (_use: () => undefined, context: RequestContext) => async () => E.right({ now: context.now() }),
  });
  const server = await serverOf([timed], { clock: { now: () => 1234 } });
  expect((await request(server).get("/time")).body).toMatchObject({ now: 1234 });
});

test("polls alone begin after other requests", async () => {
  const asked: string[] = [];
  const noting: express.RequestHandler = (received, _response, next) => {
    asked.push(received.path);
    next();
  };
  const answering = { ...open, use: () => () => undefined, run: () => async () => E.right({}) };
  const endpoints = [
    endpoint({ ...answering, at: "/poll", cost: "poll" }),
    endpoint({ ...answering, at: "/other" }),
  ];
  const server = await serverOf(endpoints, {}, noting);
  for (const path of ["/poll", "/other"]) expect((await request(server).get(path)).status).toBe(200);
  expect(asked).toEqual(["/poll"]);
});
