import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const create = async (name: string, description = "") =>
  (await owner.post("/channel_folders/create", { name, description })).body;
const update = async (id: number, change: object) =>
  (await owner.patch(`/channel_folders/${id}`, change)).body;
const list = async (query: object = {}) => (await ben.get("/channel_folders", query)).body.channel_folders;
const folder = async (name: string): Promise<number> => (await create(name)).channel_folder_id;

test("a folder is made after the others, and everyone hears of it", async () => {
  const events = await listenTo(ben, ["channel_folder"]);
  const { channel_folder_id: id, ...rest } = await create("  Work ", "All *we* do");
  expect(rest).toEqual(success());
  const made = {
    ...{ id, name: "Work", description: "All *we* do", rendered_description: "<p>All <em>we</em> do</p>" },
    ...{ creator_id: owner.id, date_created: expect.any(Number), is_archived: false, order: 0 },
  };
  expect(await events()).toEqual([{ type: "channel_folder", op: "add", channel_folder: made }]);
  expect(await list()).toEqual([made]);
  const { body } = await ben.post("/register", { fetch_event_types: ["channel_folders", "realm"] });
  expect(body.channel_folders).toEqual([made]);
  expect([body.max_channel_folder_name_length, body.max_channel_folder_description_length]).toEqual([
    60, 1024,
  ]);
});

test.each<[string, () => Promise<object>, string]>([
  ["an empty name", () => create(" "), "Channel folder name can't be empty."],
  ["a long name", () => create("n".repeat(61)), "name is too long (limit: 60 characters)"],
  [
    "a long description",
    () => create("Long", "d".repeat(1025)),
    "description is too long (limit: 1024 characters)",
  ],
  ["a name that is taken", () => create("WORK"), "Channel folder name already in use"],
  ["a control character", () => create("a\u0007"), "Invalid characters in channel folder name."],
  ["a folder that isn't there", () => update(999, { name: "New" }), "Invalid channel folder ID"],
])("%s is refused", async (_what, call, message) => {
  expect(await call()).toEqual(failure(message));
});

test("the longest name and description are counted in characters", async () => {
  const { channel_folder_id: id } = await create("🦜".repeat(60), "🦜".repeat(1024));
  expect((await list()).find((one: { id: number }) => one.id === id).name).toBe("🦜".repeat(60));
});

test("a folder is renamed and described anew", async () => {
  const id = await folder("Before");
  const events = await listenTo(ben, ["channel_folder"]);
  expect(await update(id, { name: "After", description: "new" })).toEqual(success());
  expect(await update(id, { name: "AFTER" })).toEqual(success());
  expect(await update(id, { name: "work" })).toEqual(failure("Channel folder name already in use"));
  expect(await update(id, {})).toEqual(success());
  const word = { type: "channel_folder", op: "update", channel_folder_id: id };
  expect(await events()).toEqual([
    { ...word, data: { name: "After", description: "new", rendered_description: "<p>new</p>" } },
    { ...word, data: { name: "AFTER" } },
  ]);
});

test("a folder goes out of use when it is empty, leaves its name to others, and comes back under a free one", async () => {
  const id = await folder("Leaving");
  const { body } = await owner.post("/channels/create", { name: "inside", folder_id: id });
  const full = failure("You need to remove all the channels from this folder to archive it.");
  expect(await update(id, { is_archived: true })).toEqual(full);
  await owner.delete(`/streams/${body.id}`);
  expect(await update(id, { is_archived: true })).toEqual(success());
  const ids = async (query: object = {}) => (await list(query)).map((one: { id: number }) => one.id);
  expect(await ids()).not.toContain(id);
  expect(await ids({ include_archived: true })).toContain(id);
  const other = await folder("leaving");
  expect(await update(id, { is_archived: false })).toEqual(failure("Channel folder name already in use"));
  await update(other, { name: "Other" });
  expect(await update(id, { is_archived: false })).toEqual(success());
  expect(await ids()).toContain(id);
});

test("no channel goes into a folder out of use", async () => {
  const id = await folder("Closed");
  await update(id, { is_archived: true });
  const { body } = await owner.post("/channels/create", { name: "homeless", folder_id: id });
  expect(body).toEqual(failure("Invalid channel folder ID"));
});

test("the order is what administrators make it, of all folders", async () => {
  const all = { include_archived: true };
  const before: number[] = (await list(all)).map((one: { id: number }) => one.id);
  const order = before.toReversed();
  const events = await listenTo(ben, ["channel_folder"]);
  const reorder = async (ids: readonly number[]) =>
    (await owner.patch("/channel_folders", { order: ids })).body;
  expect(await reorder(order)).toEqual(success());
  expect((await list(all)).map((one: { id: number }) => one.id)).toEqual(order);
  expect((await list(all)).map((one: { order: number }) => one.order)).toEqual(
    order.map((_, place) => place),
  );
  expect(await events()).toEqual([{ type: "channel_folder", op: "reorder", order }]);
  const wrong = failure("Invalid order mapping.");
  expect(await reorder(order.slice(1))).toEqual(wrong);
  expect(await reorder([...order, 999])).toEqual(wrong);
  expect(await reorder([...order, order[0] ?? 0])).toEqual(wrong);
});

test("members can't", async () => {
  const { status, body } = await ben.post("/channel_folders/create", { name: "Mine", description: "" });
  const refused = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  expect([status, body]).toEqual([400, refused]);
});
