import request from "supertest";
import { createRealm } from "../../../src/application/realm/create-realm";
import { aPicture } from "../../support/builders/images";
import { success } from "../../support/http/event-queue";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";
import { wholeBody } from "../../support/http/whole-body";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
});
afterAll(() => server.stop());

const settings = (on = server, host = "chat.example.com") =>
  request(on.http).get("/api/v1/server_settings").set("Host", host);
const settingsOf = async (on = server, host?: string) => (await settings(on, host)).body;

/** Runs this with another server, then stops it. */
const withServer = async (
  options: Parameters<typeof startServer>[0],
  run: (other: TestServer) => Promise<void>,
): Promise<void> => {
  const other = await startServer(options);
  try {
    await run(other);
  } finally {
    await other.stop();
  }
};

const level = { zulip_feature_level: 512, service_feature_level: 512 };
const ofServer = {
  authentication_methods: {
    password: true,
    dev: false,
    email: true,
    ldap: false,
    remoteuser: false,
    saml: false,
    apple: false,
    azuread: false,
    discord: false,
    github: false,
    gitlab: false,
    google: false,
    "openid connect": false,
  },
  external_authentication_methods: [],
  ...level,
  zulip_version: "13.0-dev",
  service_version: "13.0-dev",
  zulip_merge_base: "13.0-dev",
  service_merge_base: "13.0-dev",
  push_notifications_enabled: false,
  is_incompatible: false,
  email_auth_enabled: true,
  require_email_format_usernames: true,
};
const ofRealm = {
  realm_uri: "http://chat.example.com",
  realm_url: "http://chat.example.com",
  realm_name: "Example",
  realm_icon: "/static/images/realm-icon.svg",
  realm_description: "",
  realm_web_public_access_enabled: false,
};

shows(
  ["§4.25 note 1", "§2.10 note 1"],
  "returns the same settings with and without login, and ignores parameters",
  async () => {
    const expected = success({ ...ofServer, ...ofRealm });
    const { status, type, body } = await settings();
    expect([status, type, body]).toEqual([200, "application/json", expected]);
    expect((await settings().auth(owner.email, owner.apiKey)).body).toEqual(expected);
    expect((await settings().auth(owner.email, "no key of theirs")).body).toEqual(expected);
    expect((await settings().query({ zest: 1 })).body).toEqual({
      ...expected,
      ignored_parameters_unsupported: ["zest"],
    });
    expect((await request(server.http).post("/api/v1/server_settings")).status).toBe(405);
  },
);

shows("§4.25 note 1", "names no organization at the root of a server with subdomains", () =>
  withServer({ subdomain: "first" }, async (other) => {
    const found = await createRealm(other.services)({
      name: "Second",
      subdomain: "second",
      ownerEmail: "o@example.com",
      ownerName: "Olga",
    })();
    expect(found._tag).toBe("Right");
    expect(await settingsOf(other)).toEqual(success(ofServer));
    expect(await settingsOf(other, "second.chat.example.com")).toEqual(
      success({
        ...ofServer,
        ...ofRealm,
        realm_name: "Second",
        realm_url: "http://second.chat.example.com",
        realm_uri: "http://second.chat.example.com",
      }),
    );
    expect((await settingsOf(other, "first.chat.example.com")).realm_name).toBe("Example");
  }),
);

shows(
  ["§4.25 field external_authentication_methods", "§4.25 field authentication_methods"],
  "an external login service is listed, and is a method",
  () =>
    withServer(
      {
        mode: "development",
        settings: {
          PARLEY_OIDC_ISSUER: "https://login.example.com",
          PARLEY_OIDC_CLIENT_ID: "parley",
          PARLEY_OIDC_CLIENT_SECRET: "hush",
          PARLEY_OIDC_NAME: "Example login",
        },
      },
      async (other) => {
        const { authentication_methods, external_authentication_methods } = await settingsOf(other);
        expect(authentication_methods).toEqual({
          ...ofServer.authentication_methods,
          "openid connect": true,
          // Development servers give keys without a password.
          dev: true,
        });
        expect(external_authentication_methods).toEqual([
          {
            name: "oidc",
            display_name: "Example login",
            display_icon: null,
            login_url: "/accounts/login/social/oidc",
            signup_url: "/accounts/register/social/oidc",
          },
        ]);
      },
    ),
);

shows(
  "§9 deprecated authentication_methods",
  "authentication_methods is still sent beside the newer list, because old clients need it to log in",
  async () => {
    const { authentication_methods, external_authentication_methods } = await settingsOf();
    expect(external_authentication_methods).toEqual([]);
    expect(Object.values(authentication_methods).every((value) => typeof value === "boolean")).toBe(true);
    expect(Object.entries(authentication_methods).flatMap(([name, isOn]) => (isOn ? [name] : []))).toEqual([
      "password",
      "email",
    ]);
  },
);

shows(
  ["§4.25 field email_auth_enabled", "§4.25 field require_email_format_usernames"],
  "users log in with an email address and a password",
  async () => {
    expect(await settingsOf()).toMatchObject({
      email_auth_enabled: true,
      require_email_format_usernames: true,
    });
    const logIn = (username: string) =>
      request(server.http)
        .post("/api/v1/fetch_api_key")
        .type("form")
        .send({ username, password: ownerPassword });
    expect((await logIn("owner@example.com")).body).toMatchObject({
      result: "success",
      api_key: owner.apiKey,
    });
    expect((await logIn("owner")).body.result).toBe("error");
  },
);

shows(
  ["§4.25 field service_feature_level", "§4.25 field service_version", "§4.25 field service_merge_base"],
  "level and version have names with and without the brand, as at registration, and the merge base is the version itself",
  async () => {
    const answer = await settingsOf();
    const { body } = await owner.post("/register", { event_types: [], fetch_event_types: [] });
    for (const versions of [answer, body])
      expect(versions).toMatchObject({
        ...level,
        zulip_version: "13.0-dev",
        service_version: "13.0-dev",
        zulip_merge_base: "13.0-dev",
        service_merge_base: "13.0-dev",
      });
  },
);

shows(
  "§4.25 field push_notifications_enabled",
  "push_notifications_enabled is true if notifications can reach devices, as at registration",
  () =>
    withServer({ settings: { PARLEY_PUSH: "web" } }, async (other) => {
      expect((await settingsOf(other)).push_notifications_enabled).toBe(true);
      const { body } = await other.owner.post("/register", { event_types: [], fetch_event_types: ["realm"] });
      expect(body.realm_push_notifications_enabled).toBe(true);
    }),
);

shows("§4.25 field is_incompatible", "is_incompatible is true for a client that is too old", async () => {
  const isIncompatible = async (agent: string) =>
    (await settings().set("User-Agent", agent)).body.is_incompatible;
  expect(await isIncompatible("ZulipInvalid/5.0")).toBe(true);
  for (const agent of ["ZulipMobile/30.0.262 (Android 14)", "curl/8.5.0", ""])
    expect(await isIncompatible(agent)).toBe(false);
});

shows(
  ["§4.25 field realm_url", "§4.25 field realm_uri", "§9 deprecated realm_uri"],
  "realm_url and realm_uri are the organization's canonical address, whatever host was requested",
  async () => {
    for (const host of ["chat.example.com", "127.0.0.1", "chat.example.com:443"]) {
      const { realm_url, realm_uri } = await settingsOf(server, host);
      expect([realm_url, realm_uri]).toEqual(["http://chat.example.com", "http://chat.example.com"]);
    }
  },
);

shows(
  ["§4.25 field realm_name", "§4.25 field realm_description"],
  "realm_name is plain text, and realm_description is HTML",
  async () => {
    await owner.patch("/realm", { name: "Drawers & <Co>", description: "We *draw* <script>" });
    const { realm_name, realm_description } = await settingsOf();
    expect(realm_name).toBe("Drawers & <Co>");
    expect(realm_description).toBe("<p>We <em>draw</em> &lt;script&gt;</p>");
    await owner.patch("/realm", { name: "Example", description: "" });
  },
);

shows(
  "§4.25 field realm_icon",
  "realm_icon is a square picture readable without login, uploaded or generated",
  async () => {
    const own = await request(server.http).get((await settingsOf()).realm_icon);
    expect([own.status, own.type]).toEqual([200, "image/svg+xml"]);
    const { body } = await request(server.http)
      .post("/api/v1/realm/icon")
      .auth(owner.email, owner.apiKey)
      .attach("file", await aPicture(300, 200), "icon.png");
    const { realm_icon } = await settingsOf();
    expect(realm_icon).toBe(body.icon_url);
    const shown = await request(server.http).get(realm_icon).buffer().parse(wholeBody);
    expect([shown.status, shown.type]).toEqual([200, "image/png"]);
    // A PNG has its width and height in bytes 16 to 23.
    expect([shown.body.readUInt32BE(16), shown.body.readUInt32BE(20)]).toEqual([100, 100]);
  },
);

shows(
  "§4.25 field realm_web_public_access_enabled",
  "realm_web_public_access_enabled is true if spectators are allowed and have a channel to read",
  async () => {
    const isEnabled = async () => (await settingsOf()).realm_web_public_access_enabled;
    await owner.patch("/realm", { enable_spectator_access: true });
    expect(await isEnabled()).toBe(false);
    const { id } = (
      await owner.post("/channels/create", { name: "open", subscribers: [owner.id], is_web_public: true })
    ).body;
    expect(await isEnabled()).toBe(true);
    await owner.patch("/realm", { enable_spectator_access: false });
    expect(await isEnabled()).toBe(false);
    await owner.patch("/realm", { enable_spectator_access: true });
    await owner.delete(`/streams/${id}`);
    expect(await isEnabled()).toBe(false);
  },
);
