import { get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { listenerOf } from "../../../src/adapters/http/reply/express-listener";
import { createWebServer } from "../../../src/adapters/http/web-server";

let server: Server;

beforeAll(async () => {
  const application = express().use((request, response) => void response.end(request.url));
  server = createWebServer().on("request", listenerOf(application));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

/** What the server takes a target for. */
const reduced = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ host: "127.0.0.1", port, path, agent: false }, async (response) => {
      const chunks = await response.toArray();
      resolve(Buffer.concat(chunks).toString());
    }).once("error", reject);
  });

test.each([
  ["/api/v1/users?client_gravatar=true", "/api/v1/users?client_gravatar=true"],
  ["http://other.example/complete/oidc?code=1&state=1", "/complete/oidc?code=1&state=1"],
  ["http://other.example", "/"],
  ["//other.example/users", "//other.example/users"],
])("the target %s is read as %s", async (target, path) => {
  expect(await reduced(target)).toBe(path);
});

test.each(["http://[::1/users", "mailto:@other.example/users", "other.example:443", "*", "users"])(
  "the target %s is refused, as it is no path",
  async (target) => {
    expect(JSON.parse(await reduced(target))).toMatchObject({ result: "error", code: "BAD_REQUEST" });
  },
);
