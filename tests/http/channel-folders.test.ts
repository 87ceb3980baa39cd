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

test("refuses to change an unknown folder", async () => {
  expect(await update(999, { name: "New" })).toEqual(failure("Invalid channel folder ID"));
});

test("a folder's name and description can be changed", async () => {
  await folder("Work");
  const id = await folder("Before");
  const events = await listenTo(ben, ["channel_folder"]);
  expect(await update(id, { name: "After", description: "new" })).toEqual(success());
  expect(await update(id, { name: "AFTER" })).toEqual(success());
  expect(await update(id, { name: "work" })).toEqual(failure("Channel folder name already in use"));
  expect(await update(id, {})).toEqual(success());
  const event = { type: "channel_folder", op: "update", channel_folder_id: id };
  expect(await events()).toEqual([
    { ...event, data: { name: "After", description: "new", rendered_description: "<p>new</p>" } },
    { ...event, data: { name: "AFTER" } },
  ]);
});

test("an empty folder can be archived, which frees its name, and restored if its name is free", async () => {
  const id = await folder("Leaving");
  const { body } = await owner.post("/channels/create", { name: "inside", folder_id: id });
  const full = failure("You need to remove all the channels from this folder to archive it.");
  expect(await update(id, { is_archived: true })).toEqual(full);
  await owner.delete(`/streams/${body.id}`);
  expect(await update(id, { is_archived: true })).toEqual(full);
  await owner.patch(`/streams/${body.id}`, { folder_id: null });
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

test("channels can't be put into an archived folder", async () => {
  const id = await folder("Closed");
  await update(id, { is_archived: true });
  const { body } = await owner.post("/channels/create", { name: "homeless", folder_id: id });
  expect(body).toEqual(failure("Invalid channel folder ID"));
});

test("administrators can reorder folders, naming each of them once", async () => {
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
