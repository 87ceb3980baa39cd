import request from "supertest";
import { ownerPassword, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const formToken = (text: string): string =>
  /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** The owner's logged-in browser, and its CSRF token. */
const loggedIn = async () => {
  const browser = request.agent(server.http).set("Host", "chat.example.com");
  const csrfmiddlewaretoken = formToken((await browser.get("/login")).text);
  const form = { csrfmiddlewaretoken, username: "owner@example.com", password: ownerPassword };
  expect((await browser.post("/login").type("form").send(form)).status).toBe(303);
  return { browser, token: formToken((await browser.get("/account")).text) };
};

test("a logged-in browser can upload from our pages and open the files its user may read", async () => {
  const { browser, token } = await loggedIn();
  const post = () => browser.post("/json/user_uploads").attach("f", Buffer.from("hello"), "a.txt");
  const forged = await post();
  expect([forged.status, forged.body.code]).toEqual([403, "CSRF_FAILED"]);
  const sent = await post().set("X-CSRFToken", token);
  expect(sent.status).toBe(200);
  expect((await browser.get(sent.body.url)).text).toBe("hello");
  expect((await browser.get(`/json${sent.body.url}`)).body.url).toContain("/temporary/");
  const nobody = await request(server.http).get(sent.body.url).set("Host", "chat.example.com");
  // No WWW-Authenticate: Basic, which would open the browser's password dialog.
  expect([nobody.status, nobody.headers["www-authenticate"]]).toEqual([
    401,
    expect.not.stringMatching(/Basic/),
  ]);
  const ben = await server.newMember("Ben");
  const other = await request(server.http).get(sent.body.url).auth(ben.email, ben.apiKey);
  expect(other.status).toBe(403);
});

test("another site's page can't begin an upload that continues later, even if it could send the protocol's header", async () => {
  const { browser } = await loggedIn();
  const begin = (origin: string | undefined) => {
    const asked = browser
      .post("/api/v1/tus")
      .set({ "Tus-Resumable": "1.0.0", "Upload-Length": "5", "Upload-Metadata": "filename YS50eHQ=" });
    return origin === undefined ? asked : asked.set("Origin", origin);
  };
  const foreign = await begin("https://evil.example");
  expect([foreign.status, foreign.body.code]).toEqual([403, "CSRF_FAILED"]);
  for (const origin of ["https://chat.example.com", undefined])
    expect((await begin(origin)).status).toBe(201);
});
