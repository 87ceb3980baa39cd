import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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

test("a folder's name and description can be changed", async () => {
  await folder("Work");
  const id = await folder("Before");
  const events = await listenTo(ben, ["channel_folder"]);
  expect(await update(id, { name: "After", description: "new" })).toEqual(success());
  expect(await update(id, { name: "AFTER" })).toEqual(success());
  expect(await update(id, { name: "work" })).toEqual(failure("Channel folder name already in use"));
  const event = { type: "channel_folder", op: "update", channel_folder_id: id };
  expect(await events()).toEqual([
    { ...event, data: { name: "After", description: "new", rendered_description: "<p>new</p>" } },
    { ...event, data: { name: "AFTER" } },
  ]);
});

test("archived folders are listed on request", async () => {
  const id = await folder("Leaving");
  expect(await update(id, { is_archived: true })).toEqual(success());
  const ids = async (query: object = {}) => (await list(query)).map((one: { id: number }) => one.id);
  expect(await ids()).not.toContain(id);
  expect(await ids({ include_archived: true })).toContain(id);
});

test("folders are listed in the order that administrators give them", async () => {
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
  expect(await reorder(order.slice(1))).toEqual(failure("Invalid order mapping."));
});
