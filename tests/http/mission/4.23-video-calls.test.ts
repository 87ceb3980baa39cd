import request from "supertest";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";
import { type Answering, answering, type Peer, startPeer } from "../../support/servers/peer";

/**
 * The provider here is Webex: the API's literal names contain its brand, and Parley also accepts names without it.
 */
let peer: Peer;
let server: TestServer;
let owner: Client;
let ann: Client;
let people = 0;

beforeAll(async () => {
  peer = await startPeer();
  server = await startServer({
    settings: {
      PARLEY_JITSI_URL: "https://meet.example.com/",
      PARLEY_WEBEX_CLIENT_ID: "client",
      PARLEY_WEBEX_CLIENT_SECRET: "hush",
      PARLEY_WEBEX_API_URL: `${peer.url}/webex`,
      PARLEY_NEXTCLOUD_URL: peer.url,
      PARLEY_NEXTCLOUD_USER: "maker",
      PARLEY_NEXTCLOUD_PASSWORD: "pw",
    },
  });
  owner = server.owner;
});
beforeEach(async () => {
  people += 1;
  ann = await server.newMember(`Ann ${people}`);
  peer.received.splice(0);
  peer.answer(webex());
  await choose(8);
});
afterAll(async () => {
  await server.stop();
  await peer.close();
});

const choose = (id: number, on = server) => on.owner.patch("/realm", { video_chat_provider: id });
const create = (who = ann, name = "provider") => who.post(`/calls/${name}/create`);
const noToken = failure("Invalid Webex access token", "INVALID_VIDEO_CALL_PROVIDER_TOKEN");

/** Webex's API; `meeting` answers the request for a meeting. */
const webex =
  (meeting: Answering = answering(200, { webLink: "https://webex.example/j/1" })): Answering =>
  (response, received) => {
    const path = received.url.split("?")[0];
    const isSigned = received.headers.authorization === "Bearer a1";
    if (path === "/webex/access_token") {
      const isRight = new URLSearchParams(received.body).get("code") === "good";
      const token = { access_token: "a1", refresh_token: "r1", expires_in: 3600 };
      answering(isRight ? 200 : 400, isRight ? token : {})(response, received);
    } else if (!isSigned) answering(401, {})(response, received);
    else if (path === "/webex/rooms") answering(200, { id: "room" })(response, received);
    else meeting(response, received);
  };

/** A browser's way through the provider's pages and back. */
const agree = async (who: Client, code = "good") => {
  const page = (path: string, cookie = "") =>
    request(server.http)
      .get(path)
      .set("Host", "chat.example.com")
      .auth(who.email, who.apiKey)
      .set("Cookie", cookie);
  const sent = await page("/calls/webex/register");
  const cookie = sent.headers["set-cookie"]?.[0]?.split(";")[0];
  const state = new URL(sent.headers.location ?? "").searchParams.get("state") ?? "";
  return page(`/calls/webex/complete?${new URLSearchParams({ code, state })}`, cookie);
};
const tokensOf = async (who: Client) => {
  const { body } = await who.post("/register", { event_types: [], fetch_event_types: ["video_calls"] });
  return { webex: body.has_webex_token, provider: body.has_provider_token, zoom: body.has_zoom_token };
};

shows(
  ["§4.23 note 1", "§9 level of the provider video call endpoint"],
  "an authorized user gets a URL, by the brandless path and by the provider's own",
  async () => {
    expect((await create()).body).toEqual(noToken);
    expect((await create(ann, "webex")).body).toEqual(noToken);
    expect((await agree(ann)).status).toBe(200);
    for (const name of ["provider", "webex"])
      expect((await create(ann, name)).body).toEqual(success({ url: "https://webex.example/j/1" }));
    expect((await ann.post("/calls/provider/create", { topic: "lunch" })).body).toEqual(
      success({ url: "https://webex.example/j/1", ignored_parameters_unsupported: ["topic"] }),
    );
    expect((await create(owner)).body).toEqual(noToken);
    expect((await ann.get("/server_settings")).body.zulip_feature_level).toBeGreaterThanOrEqual(493);
  },
);

shows("§4.23 note 1", "accepts only POST, and requires a key", async () => {
  expect((await ann.get("/calls/provider/create")).status).toBe(405);
  const nobody = await request(server.http).post("/api/v1/calls/provider/create");
  expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHORIZED"]);
});

shows(
  ["§6 event has_provider_token", "§4.23 note 1"],
  "completing authorization sends the token's event to all clients of that user alone, and registration returns it",
  async () => {
    const [byBrand, without] = [
      await listenTo(ann, ["has_webex_token"]),
      await listenTo(ann, ["has_provider_token"]),
    ];
    const ownersEvents = await listenTo(owner, ["has_webex_token", "has_provider_token"]);
    expect(await tokensOf(ann)).toEqual({ webex: false, provider: false, zoom: false });
    await agree(ann);
    const event = { type: "has_webex_token", value: true };
    expect([await byBrand(), await without(), await ownersEvents()]).toEqual([[event], [event], []]);
    expect(await tokensOf(ann)).toEqual({ webex: true, provider: true, zoom: false });
    expect(await tokensOf(owner)).toEqual({ webex: false, provider: false, zoom: false });
    await choose(1);
    expect(await tokensOf(ann)).toEqual({ webex: true, provider: false, zoom: false });
  },
);

shows(
  ["§6 event has_provider_token", "§4.23 note 1"],
  "a token the provider rejects is removed with an event, and the user must authorize again",
  async () => {
    await agree(ann);
    const events = await listenTo(ann, ["has_webex_token"]);
    peer.answer(answering(401, {}));
    const { status, body } = await create();
    expect([status, body]).toEqual([400, noToken]);
    expect(await events()).toEqual([{ type: "has_webex_token", value: false }]);
    expect(await tokensOf(ann)).toMatchObject({ webex: false, provider: false });
    peer.answer(webex());
    expect((await create()).body).toEqual(noToken);
    expect(await events()).toEqual([]);
    await agree(ann);
    expect((await create()).body.url).toBe("https://webex.example/j/1");
  },
);

shows("§6 event has_provider_token", "sends no event if the provider rejects the code", async () => {
  const events = await listenTo(ann, ["has_webex_token"]);
  const { status, body } = await agree(ann, "bad");
  expect([status, body]).toEqual([400, failure("Invalid Webex credentials")]);
  expect(await events()).toEqual([]);
  expect((await create()).body).toEqual(noToken);
});

shows("§4.23 note 1", "reports the provider's errors and keeps the token", async () => {
  await agree(ann);
  peer.answer(webex(answering(500, "broken")));
  const { status, body } = await create();
  expect([status, body]).toEqual([400, failure("Failed to create Webex call")]);
  expect(await tokensOf(ann)).toMatchObject({ webex: true });
});

shows("§4.23 note 1", "reports a missing configuration, and a missing choice of provider", async () => {
  const bare = await startServer();
  expect((await create(bare.owner, "webex")).body).toEqual(
    failure("Webex credentials have not been configured"),
  );
  expect((await choose(8, bare)).body).toEqual(failure("Invalid video_chat_provider 8"));
  await choose(0, bare);
  expect((await create(bare.owner)).body).toEqual(
    failure("Video calls are not enabled in this organization"),
  );
  await bare.stop();
});

shows("§4.23 note 1", "uses the provider the organization has chosen", async () => {
  await choose(1);
  expect((await create()).body.url).toMatch(/^https:\/\/meet\.example\.com\/\d{15}#/);
  await choose(7);
  peer.answer(answering(200, { ocs: { data: { token: "t3" } } }));
  expect((await create()).body).toEqual(success({ url: `${peer.url}/index.php/call/t3` }));
  await choose(8);
  expect((await create()).body).toEqual(noToken);
});
