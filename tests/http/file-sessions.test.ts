import request from "supertest";
import { ownerPassword, startServer, type TestServer } from "../support/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const formToken = (text: string): string =>
  /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** A browser that is logged in as the owner, and the token that its pages send. */
const loggedIn = async () => {
  const browser = request.agent(server.http).set("Host", "chat.example.com");
  const csrfmiddlewaretoken = formToken((await browser.get("/login")).text);
  const form = { csrfmiddlewaretoken, username: "owner@example.com", password: ownerPassword };
  expect((await browser.post("/login").type("form").send(form)).status).toBe(303);
  return { browser, token: formToken((await browser.get("/account")).text) };
};

test("a browser that is logged in uploads by a page of ours, and opens what it may", async () => {
  const { browser, token } = await loggedIn();
  const post = () => browser.post("/json/user_uploads").attach("f", Buffer.from("hello"), "a.txt");
  const forged = await post();
  expect([forged.status, forged.body.code]).toEqual([403, "CSRF_FAILED"]);
  const sent = await post().set("X-CSRFToken", token);
  expect(sent.status).toBe(200);
  expect((await browser.get(sent.body.url)).text).toBe("hello");
  expect((await browser.get(`/json${sent.body.url}`)).body.url).toContain("/temporary/");
  const nobody = await request(server.http).get(sent.body.url).set("Host", "chat.example.com");
  // No dialog of the browser's own, as Basic would be.
  expect([nobody.status, nobody.headers["www-authenticate"]]).toEqual([
    401,
    expect.not.stringMatching(/Basic/),
  ]);
  const ben = await server.newMember("Ben");
  const other = await request(server.http).get(sent.body.url).auth(ben.email, ben.apiKey);
  expect(other.status).toBe(403);
});
