import { get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createWebServer } from "../../../src/adapters/http/web-server";

let server: Server;

beforeAll(async () => {
  server = createWebServer().on("request", (request, response) => response.end(request.url));
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
