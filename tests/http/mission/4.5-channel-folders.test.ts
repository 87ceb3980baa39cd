import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const create = async (form: object, who = owner) => (await who.post("/channel_folders/create", form)).body;
const list = async () => (await ben.get("/channel_folders")).body.channel_folders;
const names = async (): Promise<string[]> => (await list()).map(({ name }: { name: string }) => name);
const limits = async () => {
  const { body } = await ben.post("/register", { fetch_event_types: ["realm"], event_types: [] });
  const { max_channel_folder_name_length: name, max_channel_folder_description_length: description } = body;
  return { name, description };
};
const missing = (name: string) =>
  failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });

shows(
  ["§4.5 note 2", "§2.4 note 1", "§9 level of channel folders"],
  "returns the folder's id; everyone gets an event with its properties",
  async () => {
    const events = await listenTo(ben, ["channel_folder"]);
    const { channel_folder_id: id, ...rest } = await create({ name: " Work ", description: "All *we* do" });
    expect([rest, Number.isInteger(id)]).toEqual([success(), true]);
    const folder = {
      id,
      name: "Work",
      description: "All *we* do",
      rendered_description: "<p>All <em>we</em> do</p>",
      creator_id: owner.id,
      date_created: expect.any(Number),
      is_archived: false,
      order: 0,
    };
    expect(await events()).toEqual([{ type: "channel_folder", op: "add", channel_folder: folder }]);
    expect(await list()).toEqual([folder]);
    const { body } = await ben.post("/register", { fetch_event_types: ["channel_folders"] });
    expect(body.channel_folders).toEqual([folder]);
    expect(body.zulip_feature_level).toBeGreaterThanOrEqual(389);
    const { channel_folder_id: next } = await create({ name: "Play", description: "" });
    expect(next).toBeGreaterThan(id);
    const created = await owner.post("/channels/create", {
      name: "office",
      subscribers: [ben.id],
      folder_id: id,
    });
    const { body: office } = await ben.get(`/streams/${created.body.id}`);
    expect(office.stream.folder_id).toBe(id);
  },
);

shows(
  "§4.5 parameter name",
  "name is required, not empty, printable, and unique among active folders ignoring case",
  async () => {
    await create({ name: "Taken", description: "" });
    const before = await names();
    const wrong: [string, string][] = [
      ["", "Channel folder name can't be empty."],
      [" \t ", "Channel folder name can't be empty."],
      ["abc\0", "Invalid character in channel folder name, at position 4."],
      ["a\u0007b", "Invalid character in channel folder name, at position 2."],
      ["tAKEN", "Channel folder name already in use"],
    ];
    for (const [name, msg] of wrong) expect(await create({ name, description: "" })).toEqual(failure(msg));
    expect(await create({ description: "nameless" })).toEqual(missing("name"));
    expect(await names()).toEqual(before);
  },
);

shows("§4.5 parameter description", "description is required and may be empty", async () => {
  const before = await names();
  expect(await create({ name: "Undescribed" })).toEqual(missing("description"));
  expect(await names()).toEqual(before);
  const { channel_folder_id: id } = await create({ name: "Undescribed", description: "" });
  expect((await list()).find((folder: { id: number }) => folder.id === id)).toMatchObject({
    description: "",
    rendered_description: "",
  });
});

shows(
  [
    "§8 limit channel folder name and description length",
    "§4.5 parameter name",
    "§4.5 parameter description",
  ],
  "name and description may have exactly the lengths that registration returns, in code points",
  async () => {
    const most = await limits();
    expect(most).toEqual({ name: 60, description: 1024 });
    const [name, description] = ["🦜".repeat(most.name), "🦜".repeat(most.description)];
    const { channel_folder_id: id } = await create({ name, description });
    expect((await list()).find((folder: { id: number }) => folder.id === id)).toMatchObject({
      name,
      description,
    });
    const before = await names();
    expect(await create({ name: "n".repeat(most.name + 1), description: "" })).toEqual(
      failure("name is too long (limit: 60 characters)"),
    );
    expect(await create({ name: "Long", description: "d".repeat(most.description + 1) })).toEqual(
      failure("description is too long (limit: 1024 characters)"),
    );
    expect(await names()).toEqual(before);
  },
);

shows(
  ["§4.5 note 1", "§7 error UNAUTHORIZED_PRINCIPAL, non-administrator creates a channel folder"],
  "allows only administrators and owners, and a refusal creates nothing",
  async () => {
    const role = (id: number, role: "administrator" | "moderator" | "guest") =>
      aUser({ id, role, fullName: role });
    const [ada, mod, gina] = [role(50, "administrator"), role(51, "moderator"), role(52, "guest")];
    const bot = aUser({ id: 53, fullName: "Bot", bot: newBot("generic", owner.id) });
    await server.append(...[ada, mod, gina, bot].map((user) => ({ type: "user_created", user }) as const));
    const before = await names();
    for (const who of [ben, ...[mod, gina, bot].map((user) => server.clientOf(user))]) {
      const { status, body } = await who.post("/channel_folders/create", { name: "Mine", description: "" });
      const refused = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
      expect([status, body]).toEqual([400, refused]);
    }
    const anonymous = await request(server.http)
      .post("/api/v1/channel_folders/create")
      .type("form")
      .send({ name: "Mine", description: "" });
    expect([anonymous.status, anonymous.body.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(await names()).toEqual(before);
    expect(await create({ name: "Hers", description: "" }, server.clientOf(ada))).toMatchObject(success());
    expect(await names()).toEqual([...before, "Hers"]);
  },
);
