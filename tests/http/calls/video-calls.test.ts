import request from "supertest";
import { createRealm } from "../../../src/application/realm/create-realm";
import { failure, listenTo, success } from "../../support/http/event-queue";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";
import { type Answering, answering, type Peer, startPeer } from "../../support/servers/peer";

let peer: Peer;
let server: TestServer;
let bare: TestServer;
let ann: Client;

beforeAll(async () => {
  peer = await startPeer();
  server = await startServer({
    settings: {
      PARLEY_JITSI_URL: "https://meet.example.com/",
      PARLEY_ZOOM_CLIENT_ID: "client",
      PARLEY_ZOOM_CLIENT_SECRET: "hush",
      PARLEY_ZOOM_OAUTH_URL: peer.url,
      PARLEY_ZOOM_API_URL: `${peer.url}/api`,
      PARLEY_WEBEX_CLIENT_ID: "client",
      PARLEY_WEBEX_CLIENT_SECRET: "hush",
      PARLEY_WEBEX_API_URL: `${peer.url}/webex`,
      PARLEY_BIGBLUEBUTTON_URL: `${peer.url}/bigbluebutton`,
      PARLEY_BIGBLUEBUTTON_SECRET: "bbb",
      PARLEY_CONSTRUCTOR_GROUPS_URL: `${peer.url}/xapi`,
      PARLEY_CONSTRUCTOR_GROUPS_ACCESS_KEY: "access",
      PARLEY_CONSTRUCTOR_GROUPS_SECRET_KEY: "hush",
      PARLEY_NEXTCLOUD_URL: peer.url,
      PARLEY_NEXTCLOUD_USER: "maker",
      PARLEY_NEXTCLOUD_PASSWORD: "pw",
      PARLEY_GALENE_URL: peer.url,
      PARLEY_GALENE_USER: "admin",
      PARLEY_GALENE_PASSWORD: "pw",
    },
  });
  bare = await startServer();
  ann = await server.newMember("Ann");
});
afterAll(async () => {
  await server.stop();
  await bare.stop();
  await peer.close();
});

const zoomServer: Answering = (response, received) => {
  const path = received.url.split("?")[0];
  const isMeeting = path === "/api/v2/users/me/meetings";
  if (path === "/oauth/token") {
    const isRight = new URLSearchParams(received.body).get("code") === "good";
    return answering(isRight ? 200 : 400, isRight ? { access_token: "access-1", expires_in: 3600 } : {})(
      response,
      received,
    );
  }
  const isTheirs = received.headers.authorization === "Bearer access-1";
  if (isMeeting && isTheirs)
    return answering(201, { join_url: "https://zoom.example/j/1" })(response, received);
  answering(isMeeting ? 401 : 404, {})(response, received);
};

const page = (client: Client, path: string, cookie = "") =>
  request(server.http)
    .get(path)
    .set("Host", "chat.example.com")
    .auth(client.email, client.apiKey)
    .set("Cookie", cookie);
/** Begins authorization at Zoom; returns what the browser holds afterwards. */
const agree = async (client: Client, name = "zoom") => {
  const sent = await page(client, `/calls/${name}/register`);
  const cookie: string = sent.headers["set-cookie"]?.[0] ?? "";
  return {
    sent,
    cookie: cookie.split(";")[0] ?? "",
    header: cookie,
    state: new URL(sent.headers.location ?? "").searchParams.get("state") ?? "",
  };
};
const complete = (
  client: Client,
  { cookie, state }: { cookie: string; state: string },
  code = "good",
  name = "zoom",
) => page(client, `/calls/${name}/complete?${new URLSearchParams({ code, state })}`, cookie);
const tokensOf = async (client: Client) => {
  const { has_zoom_token, has_webex_token, has_provider_token } = (
    await client.post("/register", { fetch_event_types: ["video_calls"] })
  ).body;
  return { has_zoom_token, has_webex_token, has_provider_token };
};
const choose = (id: number) => server.owner.patch("/realm", { video_chat_provider: id });

describe("video call providers", () => {
  test("clients get the configured providers and Jitsi's URL", async () => {
    const facts = async (of: TestServer) => {
      const { body } = await of.owner.post("/register", { fetch_event_types: ["realm"] });
      return [
        body.realm_available_video_chat_providers,
        body.server_jitsi_server_url,
        body.jitsi_server_url,
        body.realm_jitsi_server_url,
      ];
    };
    expect(await facts(bare)).toEqual([
      { disabled: { name: "None", id: 0 }, jitsi_meet: { name: "Jitsi Meet", id: 1 } },
      "https://meet.jit.si",
      "https://meet.jit.si",
      null,
    ]);
    const all = {
      disabled: { name: "None", id: 0 },
      jitsi_meet: { name: "Jitsi Meet", id: 1 },
      zoom: { name: "Zoom", id: 3 },
      big_blue_button: { name: "BigBlueButton", id: 4 },
      constructor_groups: { name: "Constructor Groups", id: 6 },
      nextcloud_talk: { name: "Nextcloud Talk", id: 7 },
      webex: { name: "Webex", id: 8 },
      galene: { name: "Galene", id: 1000 },
    };
    expect(await facts(server)).toEqual([all, "https://meet.example.com", "https://meet.example.com", null]);
    await server.owner.patch("/realm", { jitsi_server_url: '"https://own.example.com"' });
    expect(await facts(server)).toEqual([
      all,
      "https://meet.example.com",
      "https://own.example.com",
      "https://own.example.com",
    ]);
    await server.owner.patch("/realm", { jitsi_server_url: '"default"' });
  });

  test("only a configured provider can be chosen", async () => {
    expect((await choose(8)).body.result).toBe("success");
    expect((await choose(5)).body).toEqual(failure("Invalid video_chat_provider 5"));
    expect((await bare.owner.patch("/realm", { video_chat_provider: 3 })).body).toEqual(
      failure("Invalid video_chat_provider 3"),
    );
    expect((await bare.owner.patch("/realm", { video_chat_provider: 0 })).body.result).toBe("success");
    await choose(1);
  });

  test("one that isn't configured makes no calls", async () => {
    const { status, body } = await bare.owner.post("/calls/galene/create", { room_name: "x" });
    expect([status, body]).toEqual([400, failure("Galene credentials have not been configured")]);
  });
});

describe("creating calls", () => {
  test("works at Constructor Groups, by its own path and as the organization's provider", async () => {
    peer.answer(answering(200, { url: "https://groups.example/r/5" }));
    const expected = success({ url: "https://groups.example/r/5" });
    expect((await ann.post("/calls/constructorgroups/create")).body).toEqual(expected);
    expect((await choose(6)).body.result).toBe("success");
    expect((await ann.post("/calls/provider/create")).body).toEqual(expected);
    await choose(1);
  });

  test("works at Jitsi, Nextcloud Talk and Galene", async () => {
    expect((await ann.post("/calls/jitsi/create")).body.url).toMatch(
      /^https:\/\/meet\.example\.com\/\d{15}#/,
    );
    peer.answer(answering(200, { ocs: { data: { token: "t1" } } }));
    expect((await ann.post("/calls/nextcloud_talk/create", { room_name: "plans" })).body).toEqual(
      success({ url: `${peer.url}/index.php/call/t1` }),
    );
    peer.answer(answering(201, "", { Location: "/galene-api/v0/.groups/x/.tokens/t2" }));
    expect((await ann.post("/calls/galene/create", { room_name: "plans" })).body.url).toMatch(
      /\/\?token=t2$/,
    );
    const missing = await ann.post("/calls/nextcloud_talk/create");
    expect(missing.body).toMatchObject({ code: "REQUEST_VARIABLE_MISSING", var_name: "room_name" });
  });

  test("reports errors of the provider's server", async () => {
    peer.answer(answering(503, "closed for repairs"));
    const { status, body } = await ann.post("/calls/nextcloud_talk/create", { room_name: "x" });
    expect([status, body]).toEqual([
      400,
      failure("Error connecting to the Nextcloud Talk server: HTTP 503: closed for repairs"),
    ]);
  });
});

describe("BigBlueButton", () => {
  const url = async () =>
    (await ann.get("/calls/bigbluebutton/create", { meeting_name: "a meeting", voice_only: true })).body
      .url as string;

  test("the link leads each person to the meeting under their own name", async () => {
    const link = await url();
    peer.answer(
      answering(200, "<response><returncode>SUCCESS</returncode><createTime>1</createTime></response>"),
    );
    for (const [client, role, name] of [
      [ann, "MODERATOR", "Ann"],
      [server.owner, "VIEWER", "Olive Owner"],
    ] as const) {
      const sent = await page(client, link);
      expect([sent.status, sent.headers["cache-control"]]).toEqual([302, "no-store"]);
      const place = new URL(sent.headers.location ?? "");
      expect(`${place.origin}${place.pathname}`).toBe(`${peer.url}/bigbluebutton/api/join`);
      expect(Object.fromEntries(place.searchParams)).toMatchObject({ role, fullName: name, createTime: "1" });
    }
    expect(
      new URL(peer.received.at(-1)?.url ?? "", peer.url).searchParams.get("lockSettingsDisableCam"),
    ).toBe("true");
  });

  test("requires a login, a valid ticket and the server's consent to join", async () => {
    const link = await url();
    const stranger = await request(server.http).get(link);
    expect([stranger.status, stranger.headers.location]).toEqual([
      302,
      `/login?next=${encodeURIComponent(link)}`,
    ]);
    for (const [path, msg] of [
      [link.replace("bigbluebutton=", "bigbluebutton=x"), "Invalid signature."],
      ["/calls/bigbluebutton/join", "Missing 'bigbluebutton' argument"],
    ])
      expect(await page(ann, path ?? "")).toMatchObject({ status: 400, body: { result: "error", msg } });
    peer.answer(
      answering(
        200,
        "<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey></response>",
      ),
    );
    expect((await page(ann, link)).body).toEqual(failure("Error authenticating to the BigBlueButton server"));
  });
});

describe("Zoom authorization", () => {
  beforeEach(() => peer.answer(zoomServer));

  test("gives the user a token, announces it and makes calls until Zoom rejects it", async () => {
    const ben = await server.newMember("Ben");
    const [bensEvents, annsEvents] = [
      await listenTo(ben, ["has_zoom_token"]),
      await listenTo(ann, ["has_zoom_token"]),
    ];
    expect((await ben.post("/calls/zoom/create")).body).toEqual(
      failure("Invalid Zoom access token", "INVALID_VIDEO_CALL_PROVIDER_TOKEN"),
    );
    const agreed = await agree(ben);
    expect(agreed.sent.status).toBe(302);
    expect(agreed.sent.headers.location).toContain(
      `${peer.url}/oauth/authorize?response_type=code&client_id=client`,
    );
    expect(new URL(agreed.sent.headers.location ?? "").searchParams.get("redirect_uri")).toBe(
      "http://chat.example.com/calls/zoom/complete",
    );
    expect(agreed.header).toMatch(/; Max-Age=600; Path=\/calls\/zoom; HttpOnly; SameSite=Lax/);
    const done = await complete(ben, agreed);
    expect([done.status, done.type]).toEqual([200, "text/html"]);
    expect(await bensEvents()).toEqual([{ type: "has_zoom_token", value: true }]);
    expect(await annsEvents()).toEqual([]);
    await choose(3);
    expect(await tokensOf(ben)).toEqual({
      has_zoom_token: true,
      has_webex_token: false,
      has_provider_token: true,
    });
    expect(await tokensOf(ann)).toEqual({
      has_zoom_token: false,
      has_webex_token: false,
      has_provider_token: false,
    });
    await choose(1);
    expect((await tokensOf(ben)).has_provider_token).toBe(false);
    expect((await ben.post("/calls/zoom/create", { is_video_call: false })).body).toEqual(
      success({ url: "https://zoom.example/j/1" }),
    );
    const rows = await server.database.db("call_tokens").where({ user_id: ben.id });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("access-1");
    const logged = await server.database.db("events").select("event");
    expect(JSON.stringify(logged)).not.toContain('"access');

    peer.answer(answering(401, {}));
    expect((await ben.post("/calls/zoom/create")).body.code).toBe("INVALID_VIDEO_CALL_PROVIDER_TOKEN");
    expect(await bensEvents()).toEqual([{ type: "has_zoom_token", value: false }]);
    expect((await tokensOf(ben)).has_zoom_token).toBe(false);
    expect(await server.database.db("call_tokens").where({ user_id: ben.id })).toEqual([]);
  });

  test("can be completed only with the cookie of the browser that began it", async () => {
    const agreed = await agree(ann);
    const { status, body } = await complete(ann, { ...agreed, cookie: "call_sign_on=other" });
    expect([status, body]).toEqual([400, failure("Invalid Zoom session identifier")]);
    expect((await page(ann, "/calls/zoom/complete?code=x")).body).toMatchObject({
      code: "REQUEST_VARIABLE_MISSING",
      var_name: "state",
    });
  });

  test("requires a login, and reports a missing configuration", async () => {
    for (const path of ["/calls/zoom/register", "/calls/zoom/complete?code=x&state=y"]) {
      const { status, headers } = await request(server.http).get(path);
      expect([status, headers.location]).toEqual([302, `/login?next=${encodeURIComponent(path)}`]);
      expect((await request(server.http).get(path).auth(ann.email, "a".repeat(32))).status).toBe(401);
      expect((await request(server.http).get(path).set("Cookie", "sessionid=x")).status).toBe(401);
    }
    const { body } = await request(bare.http)
      .get("/calls/zoom/register")
      .auth(bare.owner.email, bare.owner.apiKey);
    expect(body).toEqual(failure("Zoom credentials have not been configured"));
  });

  test("redirects the callback to the subdomain of the user's organization", async () => {
    const found = await createRealm(server.services)({
      name: "Other",
      subdomain: "other",
      ownerEmail: "olga@example.com",
      ownerName: "Olga",
    })();
    if (found._tag === "Left") throw new Error(found.left.message);
    const olga = server.clientOf({ id: found.right.ownerId, email: "olga@example.com" }, found.right.realmId);
    const open = (path: string, host: string, cookie = "") =>
      request(server.http).get(path).set("Host", host).auth(olga.email, olga.apiKey).set("Cookie", cookie);
    const sent = await open("/calls/zoom/register", "other.chat.example.com");
    const state = new URL(sent.headers.location ?? "").searchParams.get("state") ?? "";
    const path = `/calls/zoom/complete?${new URLSearchParams({ code: "good", state })}`;
    const root = await request(server.http).get(path).set("Host", "chat.example.com");
    expect([root.status, root.headers.location]).toEqual([302, `http://other.chat.example.com${path}`]);
    const cookie = (sent.headers["set-cookie"]?.[0] ?? "").split(";")[0];
    expect((await open(path, "other.chat.example.com", cookie)).status).toBe(200);
  });
});

test("a logged-in browser can authorize Zoom and join meetings with its session alone", async () => {
  peer.answer(zoomServer);
  const browser = request.agent(server.http).set("Host", "chat.example.com");
  const loginPath = "/login?next=%2Fcalls%2Fzoom%2Fregister";
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(
    (await browser.get(loginPath)).text,
  )?.[1];
  const form = {
    csrfmiddlewaretoken,
    username: ann.email,
    password: ownerPassword,
    next: "/calls/zoom/register",
  };
  const loggedIn = await browser.post("/login").type("form").send(form);
  expect([loggedIn.status, loggedIn.headers.location]).toEqual([303, "/calls/zoom/register"]);
  const sent = await browser.get("/calls/zoom/register");
  const state = new URL(sent.headers.location ?? "").searchParams.get("state") ?? "";
  const done = await browser.get(`/calls/zoom/complete?${new URLSearchParams({ code: "good", state })}`);
  expect(done.status).toBe(200);
  expect((await tokensOf(ann)).has_zoom_token).toBe(true);
  const created = await browser.get("/json/calls/bigbluebutton/create").query({ meeting_name: "m" });
  peer.answer(
    answering(200, "<response><returncode>SUCCESS</returncode><createTime>1</createTime></response>"),
  );
  expect((await browser.get(created.body.url)).headers.location).toContain("/bigbluebutton/api/join?");
});
