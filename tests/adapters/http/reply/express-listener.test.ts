import { createServer } from "node:http";
import express from "express";
import request from "supertest";
import { listenerOf } from "../../../../src/adapters/http/reply/express-listener";
import { ExpressRequest, ExpressResponse } from "../../../../src/adapters/http/reply/express-messages";

const applicationNamed = (name: string) => {
  const application = express();
  application.set("trust proxy", name === "behind a proxy");
  application.get("/", (asked, answer) => {
    answer.json({
      hostname: asked.hostname,
      isUnchanged:
        Object.getPrototypeOf(asked) === ExpressRequest.prototype &&
        Object.getPrototypeOf(answer) === ExpressResponse.prototype,
    });
  });
  return listenerOf(application);
};

const ask = async (server: ReturnType<typeof createServer>) =>
  (await request(server).get("/").set({ Host: "a.example", "X-Forwarded-Host": "b.example" })).body;

test("gives Express requests and responses with its methods, without changing a prototype", async () => {
  let before: object | undefined;
  const server = createServer({ IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse });
  server.on("request", (asked) => {
    before = Object.getPrototypeOf(asked);
  });
  server.on("request", applicationNamed("plain"));
  expect(await ask(server)).toEqual({ hostname: "a.example", isUnchanged: true });
  expect(before).toBe(ExpressRequest.prototype);
});

test("two applications in one process have their own settings", async () => {
  const messages = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
  const plain = createServer(messages, applicationNamed("plain"));
  const proxied = createServer(messages, applicationNamed("behind a proxy"));
  expect(await ask(plain)).toMatchObject({ hostname: "a.example" });
  expect(await ask(proxied)).toMatchObject({ hostname: "b.example" });
  expect(await ask(plain)).toMatchObject({ hostname: "a.example" });
});

test("requests and responses of any other server get Express's methods too", async () => {
  expect(await ask(createServer(applicationNamed("plain")))).toEqual({
    hostname: "a.example",
    isUnchanged: true,
  });
});
