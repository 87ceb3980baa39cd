import * as E from "fp-ts/Either";
import { createRealm } from "../../../src/application/realm/create-realm";
import { aBrowser, fill, loggedIn } from "../../support/http/forms";
import { ownerPassword, startServer, type TestServer } from "../../support/http/http-application";

const elsewhere = "other.chat.example.com";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // The founders of both have the same id, address and password.
  const founded = await createRealm(server.services)({
    name: "Other",
    subdomain: "other",
    ownerEmail: "owner@example.com",
    ownerName: "Olga",
    ownerPassword,
  })();
  if (E.isLeft(founded)) throw new Error(founded.left.message);
});
afterAll(() => server.stop());

test("a session of one organization isn't valid in another, whichever host its cookie is sent to", async () => {
  const browser = await loggedIn(server, "owner@example.com");
  expect((await browser.get("/json/users/me")).body.result).toBe("success");
  for (const [name, host] of [
    ["Host", elsewhere],
    ["Host", elsewhere.toUpperCase()],
    ["Host", `${elsewhere}:80`],
  ] as const) {
    expect((await browser.get("/json/users/me").set(name, host)).status).toBe(401);
    expect((await browser.get("/account").set(name, host)).headers.location).toMatch(/^\/login/);
    expect((await browser.get("/json/events").set(name, host)).status).toBe(401);
  }
  // The session is still that of its own organization.
  expect((await browser.get("/json/users/me")).body).toMatchObject({ user_id: 1, result: "success" });
});

test("a login at one organization isn't valid at another", async () => {
  const browser = aBrowser(server, elsewhere);
  const answer = await fill(browser, "/login", { username: "owner@example.com", password: ownerPassword });
  expect(answer.status).toBe(303);
  expect((await browser.get("/json/users/me")).body).toMatchObject({ full_name: "Olga" });
  expect((await browser.get("/json/users/me").set("Host", "chat.example.com")).status).toBe(401);
});
