import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, success } from "../support/queue";

let server: TestServer;
let ben: Client;
let random: number;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  random = (await ben.get("/get_stream_id", { stream: "random" })).body.stream_id;
});
afterAll(() => server.stop());

const set = async (...data: object[]) =>
  (await ben.post("/users/me/subscriptions/properties", { subscription_data: data })).body;
const own = async (id: number) =>
  (await ben.get("/users/me/subscriptions")).body.subscriptions.find(
    (one: { stream_id: number }) => one.stream_id === id,
  );

test("what one chose is there again after leaving and coming back", async () => {
  await set({ stream_id: random, property: "color", value: "#0a0b0c" });
  await ben.delete("/users/me/subscriptions", { subscriptions: ["random"] });
  await ben.post("/users/me/subscriptions", { subscriptions: [{ name: "random" }] });
  expect((await own(random)).color).toBe("#0a0b0c");
});

describe("adding and leaving in one go", () => {
  const change = async (form: object) => (await ben.patch("/users/me/subscriptions", form)).body;

  test("tells both", async () => {
    const outcome = await change({ add: [{ name: "joined", color: "#ff0000" }], delete: ["random"] });
    expect(outcome).toEqual(
      success({
        ...{ subscribed: { [ben.id]: ["joined"] }, already_subscribed: {} },
        ...{ removed: ["random"], not_removed: [] },
      }),
    );
    expect(await change({ delete: ["joined"] })).toMatchObject({ removed: ["joined"], subscribed: {} });
  });

  test("is all or nothing", async () => {
    const outcome = await change({ add: [{ name: "random" }], delete: ["nowhere"] });
    expect(outcome).toEqual(failure("Channel(s) (nowhere) do not exist"));
    expect(await own(random)).toBeUndefined();
    expect(await change({ add: [{ name: "made", color: "red" }] })).toEqual(
      failure("add.color is not a valid hex color code"),
    );
  });

  test("needs something to do", async () => {
    const nothing = failure('Nothing to do. Specify at least one of "add" or "delete".');
    expect(await change({})).toEqual(nothing);
    expect(await change({ add: [], delete: [] })).toEqual(nothing);
  });
});
