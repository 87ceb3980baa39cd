import type { IncomingMessage } from "node:http";
import request, { type Response, type Test } from "supertest";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/**
 * What nginx reads of an answer by default. It takes a node with a longer head for broken, and then a few requests of one person take
 * all nodes away from everybody.
 */
const longest = 4096;
const long = "x".repeat(7000);
const encodedLong = encodeURIComponent("長".repeat(700));

let server: TestServer;
let ben: Client;
beforeAll(async () => {
  server = await startServer({
    settings: { PARLEY_ZOOM_CLIENT_ID: "parley", PARLEY_ZOOM_CLIENT_SECRET: "secret" },
  });
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const as = (test: Test) => test.auth(ben.email, ben.apiKey).set("Tus-Resumable", "1.0.0");
const headOf = (answer: Response): number => {
  const { statusMessage = "", rawHeaders } = (answer as unknown as { res: IncomingMessage }).res;
  // Each field takes a colon, a space and the end of a line beside its two texts, which have a separator here.
  return `HTTP/1.1 200 ${statusMessage}\r\n${rawHeaders.join("\r\n")}`.length + rawHeaders.length;
};

const places = [
  ...["/", "/login", "/account", "/accounts/login", "/accounts/login/social/oidc"].map(
    (path) => `${path}?next=/`,
  ),
  "/accounts/login?mobile_flow_otp=",
  "/calls/zoom/register?a=",
  "/calls/zoom/complete?state=a&code=",
  "/calls/bigbluebutton/join?bigbluebutton=",
  "/new/",
  "/join/",
  "/accounts/password/reset/",
  "/avatar/",
  "/user_avatars/",
  "/user_uploads/1/",
  "/user_uploads/thumbnail/1/",
  "/static/",
  "/external_content/",
  "/api/v1/",
  "/api/v1/messages?narrow=",
  "/json/",
  "/",
].flatMap((start) => [`${start}${long}`, `${start}${encodedLong}`]);

test("the head of an answer doesn't grow with the address", async () => {
  const heads = [];
  for (const place of places)
    for (const test of [request(server.http).get(place), as(request(server.http).get(place))]) {
      const head = headOf(await test.redirects(0));
      if (head > longest) heads.push(`${place.slice(0, 50)}: ${head}`);
    }
  expect(heads).toEqual([]);
});

test("the longest path that a login leads to is one that people use", async () => {
  const path = `/#narrow/channel/7-${encodeURIComponent("長".repeat(20))}/topic/${encodeURIComponent("題".repeat(40))}`;
  const { headers } = await request(server.http).get(`/accounts/login?next=${encodeURIComponent(path)}`);
  expect(new URL(headers.location ?? "", "http://host").searchParams.get("next")).toBe(path);
});

test("nor with the name of a file, which is shortened and keeps its extension", async () => {
  for (const character of ["x", "é", "長", "😀"]) {
    const { body } = await as(request(server.http).post("/api/v1/user_uploads")).attach(
      "f",
      Buffer.from("a"),
      {
        filename: `${character.repeat(300)}.pdf`,
      },
    );
    const got = await as(request(server.http).get(encodeURI(body.url)));
    expect([got.status, headOf(got) <= longest]).toEqual([200, true]);
    expect(got.headers["content-disposition"]).toMatch(/\.pdf(%22|")?$/);
  }
});

test("nor with what a resumable upload says about itself: too much is refused", async () => {
  const begin = (metadata: string) =>
    as(request(server.http).post("/api/v1/tus")).set("Upload-Length", "5").set("Upload-Metadata", metadata);
  const named = (name: string) => `filename ${Buffer.from(name).toString("base64")}`;
  const refused = await begin(named("長".repeat(800)));
  expect([refused.status, refused.body.result]).toEqual([400, "error"]);
  const begun = await begin(named("長".repeat(700)));
  expect(begun.status).toBe(201);
  const asked = await as(request(server.http).head(begun.headers.location ?? ""));
  expect([asked.status, headOf(asked) <= longest]).toEqual([200, true]);
});
