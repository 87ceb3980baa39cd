import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let gina: Client;
let bot: Client;

/** Everyone except Gina and the bot is in general and random, the default channels. */
beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false, enable_spectator_access: true });
  ben = await server.newMember("Ben");
  const guest = aUser({ id: 50, role: "guest", fullName: "Gina" });
  const helper = aUser({ id: 51, fullName: "Bot", bot: newBot("generic", ben.id) });
  await server.append(...[guest, helper].map((user) => ({ type: "user_created", user }) as const));
  [gina, bot] = [server.clientOf(guest), server.clientOf(helper)];
  await make("aside", [owner]);
  await make("Backstage", [ben, gina], { invite_only: true });
  await make("closed", [owner], { invite_only: true });
  await make("open web", [owner], { is_web_public: true });
  await make("shared", [owner], { invite_only: true, can_subscribe_group: only(ben) });
  await make("visible", [owner], { invite_only: true, can_administer_channel_group: only(owner, ben) });
  for (const [name, members] of [
    ["old", [ben]],
    ["old secret", [owner]],
  ] as const) {
    const id = await make(name, members, { invite_only: name === "old secret" });
    await owner.delete(`/streams/${id}`);
  }
});
afterAll(() => server.stop());

const only = (...members: Client[]) => ({
  direct_members: members.map(({ id }) => id),
  direct_subgroups: [],
});
const make = async (name: string, members: readonly Client[], more: object = {}): Promise<number> => {
  const subscribers = members.map(({ id }) => id);
  const { body } = await owner.post("/channels/create", { name, subscribers, ...more });
  if (body.id === undefined) throw new Error(body.msg);
  return body.id;
};
const list = async (who: Client, query: object = {}): Promise<string[]> =>
  (await who.get("/streams", query)).body.streams.map(({ name }: { name: string }) => name);
const nothing = { include_public: false, include_subscribed: false };
const open = ["aside", "general", "open web", "random"];

shows(
  ["§4.11 note 1", "§4.11 note 2"],
  "lists the channels the caller can access, sorted by name, in one field",
  async () => {
    const { body } = await ben.get("/streams");
    expect(Object.keys(body).sort()).toEqual(["msg", "result", "streams"]);
    expect([body.result, body.msg]).toEqual(["success", ""]);
    expect(await list(ben)).toEqual(["Backstage", ...open]);
    expect(await list(owner)).toEqual([
      "aside",
      "closed",
      "general",
      "open web",
      "random",
      "shared",
      "visible",
    ]);
    expect(await list(gina)).toEqual(["Backstage"]);
    expect(await list(bot)).toEqual(open);
    expect((await request(server.http).get("/api/v1/streams")).status).toBe(401);
    const { body: unknown } = await ben.get("/streams", { include_secret: true });
    expect(unknown.ignored_parameters_unsupported).toEqual(["include_secret"]);
  },
);

shows(
  "§4.11 parameter include_public",
  "include_public lists public and web-public channels, except for guests",
  async () => {
    expect(await list(ben, { include_subscribed: false })).toEqual(open);
    expect(await list(ben, { include_subscribed: false, include_public: true })).toEqual(open);
    expect(await list(ben, nothing)).toEqual([]);
    expect(await list(gina, { include_subscribed: false })).toEqual([]);
  },
);

shows(
  "§4.11 parameter include_web_public",
  "include_web_public lists web-public channels, even for guests",
  async () => {
    expect(await list(ben, { ...nothing, include_web_public: true })).toEqual(["open web"]);
    expect(await list(gina, { ...nothing, include_web_public: true })).toEqual(["open web"]);
    expect(await list(gina, { include_web_public: true })).toEqual(["Backstage", "open web"]);
    expect(await list(gina, { include_web_public: false })).toEqual(["Backstage"]);
  },
);

shows(
  "§4.11 parameter include_subscribed",
  "include_subscribed lists the caller's channels, including private ones",
  async () => {
    expect(await list(ben, { include_public: false })).toEqual(["Backstage", "general", "random"]);
    expect(await list(ben, { include_public: false, include_subscribed: true })).toEqual([
      "Backstage",
      "general",
      "random",
    ]);
    expect(await list(ben, { include_subscribed: false })).not.toContain("Backstage");
  },
);

shows(
  "§4.11 parameter exclude_archived",
  "leaves out archived channels unless exclude_archived is false",
  async () => {
    expect(await list(ben, { exclude_archived: true })).not.toContain("old");
    expect(await list(ben, { exclude_archived: false })).toEqual([
      "Backstage",
      ...open.toSpliced(2, 0, "old"),
    ]);
    expect(await list(ben, { include_public: false, exclude_archived: false })).toContain("old");
    expect(await list(owner, { exclude_archived: false })).toEqual(
      expect.arrayContaining(["old", "old secret"]),
    );
    expect(await list(owner, { include_all: true })).not.toContain("old");
  },
);

shows(
  "§4.11 parameter include_all",
  "include_all lists every channel the caller may know; for administrators, every channel",
  async () => {
    const everything = ["Backstage", "aside", "closed", "general", "open web", "random", "shared", "visible"];
    expect(await list(owner, { include_all: true })).toEqual(everything);
    const withArchived = await list(owner, { include_all: true, exclude_archived: false });
    expect(withArchived).toEqual([...everything, "old", "old secret"].sort());
    expect(await list(ben, { include_all: true })).toEqual(everything.filter((name) => name !== "closed"));
    expect(await list(ben, { include_all: false })).toEqual(["Backstage", ...open]);
    expect(await list(gina, { ...nothing, include_all: true })).toEqual(["Backstage", "open web"]);
  },
);

shows(
  "§4.11 parameter include_default",
  "include_default lists the realm's default channels and flags each channel",
  async () => {
    const { body } = await bot.get("/streams", { ...nothing, include_default: true });
    expect(body.streams).toMatchObject([
      { name: "general", is_default: true },
      { name: "random", is_default: true },
    ]);
    const { body: all } = await ben.get("/streams", { include_default: true });
    const flags = all.streams.map((one: { name: string; is_default: boolean }) => [one.name, one.is_default]);
    expect(Object.fromEntries(flags)).toMatchObject({ general: true, aside: false });
    for (const query of [{}, { include_default: false }])
      expect((await ben.get("/streams", query)).body.streams[0]).not.toHaveProperty("is_default");
    expect(await list(gina, { ...nothing, include_default: true })).toEqual([]);
  },
);

shows(
  "§4.11 parameter include_owner_subscribed",
  "include_owner_subscribed lists channels of a bot's owner; people have no owner",
  async () => {
    expect(await list(bot, { ...nothing, include_owner_subscribed: true })).toEqual([
      "Backstage",
      "general",
      "random",
    ]);
    expect(await list(bot, { ...nothing, include_owner_subscribed: false })).toEqual([]);
    expect(await list(ben, { ...nothing, include_owner_subscribed: true })).toEqual([]);
  },
);

shows(
  "§4.11 parameter include_can_access_content",
  "include_can_access_content lists channels with readable messages, not those the caller can only administer",
  async () => {
    const query = { ...nothing, include_can_access_content: true };
    expect(await list(ben, query)).toEqual(["Backstage", "aside", "general", "open web", "random", "shared"]);
    expect(await list(owner, query)).not.toContain("Backstage");
    expect(await list(gina, query)).toEqual(["Backstage", "open web"]);
    expect(await list(ben, { ...nothing, include_can_access_content: false })).toEqual([]);
  },
);

shows(
  ["§4.11 parameter include_all_active", "§9 deprecated include_all_active"],
  "include_all_active is the old name of include_all, for administrators only",
  async () => {
    expect(await list(owner, { include_all_active: true })).toEqual(await list(owner, { include_all: true }));
    for (const who of [ben, gina, bot]) {
      const { status, body } = await who.get("/streams", { include_all_active: true });
      expect([status, body]).toEqual([400, failure("User not authorized for this query")]);
      expect((await who.get("/streams", { include_all_active: false })).status).toBe(200);
    }
  },
);

shows(
  [
    "§4.11 parameter include_public",
    "§4.11 parameter include_web_public",
    "§4.11 parameter include_subscribed",
    "§4.11 parameter exclude_archived",
    "§4.11 parameter include_all",
    "§4.11 parameter include_default",
    "§4.11 parameter include_owner_subscribed",
    "§4.11 parameter include_can_access_content",
    "§4.11 parameter include_all_active",
  ],
  "refuses values that aren't booleans",
  async () => {
    for (const name of [
      "include_public",
      "include_web_public",
      "include_subscribed",
      "exclude_archived",
      "include_all",
      "include_default",
      "include_owner_subscribed",
      "include_can_access_content",
      "include_all_active",
    ])
      for (const value of ["maybe", "", 1]) {
        const { status, body } = await owner.get("/streams", { [name]: value });
        const refused = failure(`${name} is not a boolean`, "REQUEST_VARIABLE_INVALID", { var_name: name });
        expect([status, body]).toEqual([400, refused]);
      }
  },
);
