import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let bot: Client;
let other: Client;

const newBot = async (name: string, bot_type = 1): Promise<Client> => {
  const { body } = await server.owner.post("/bots", { full_name: name, short_name: name, bot_type });
  return server.clientOf({ id: body.user_id, email: `${name}-bot@chat.example.com` });
};
const put = (by: Client, form: object) => by.put("/bot_storage", form);

beforeAll(async () => {
  server = await startServer();
  bot = await newBot("keeper");
  other = await newBot("other");
});
afterAll(() => server.stop());

test("a bot stores, reads and removes texts that no other bot sees", async () => {
  expect((await put(bot, { storage: { a: "1", "key with ünï": "" } })).body).toEqual(success());
  expect((await put(bot, { storage: { a: "2" } })).body).toEqual(success());
  expect((await bot.get("/bot_storage")).body).toEqual(success({ storage: { a: "2", "key with ünï": "" } }));
  expect((await bot.get("/bot_storage", { keys: ["a"] })).body).toEqual(success({ storage: { a: "2" } }));
  expect((await bot.get("/bot_storage", { keys: [] })).body).toEqual(success({ storage: {} }));
  expect((await other.get("/bot_storage")).body).toEqual(success({ storage: {} }));
  expect((await bot.delete("/bot_storage", { keys: ["a"] })).body).toEqual(success());
  expect((await bot.get("/bot_storage")).body).toEqual(success({ storage: { "key with ünï": "" } }));
  expect((await bot.delete("/bot_storage")).body).toEqual(success());
  expect((await bot.get("/bot_storage")).body).toEqual(success({ storage: {} }));
});

test("reports missing storage keys and changes nothing", async () => {
  await put(bot, { storage: { here: "x" } });
  const keys = ["here", "__proto__"];
  for (const answer of [await bot.get("/bot_storage", { keys }), await bot.delete("/bot_storage", { keys })])
    expect([answer.status, answer.body]).toEqual([400, failure("Key does not exist.")]);
  expect((await bot.get("/bot_storage", { keys: ["here"] })).body.storage).toEqual({ here: "x" });
  await bot.delete("/bot_storage");
});

test.each<
  [
    string,
    () => Promise<{ status: number; body: object }> | PromiseLike<{ status: number; body: object }>,
    object,
  ]
>([
  [
    "a missing storage",
    () => put(bot, {}),
    failure("Missing 'storage' argument", "REQUEST_VARIABLE_MISSING", { var_name: "storage" }),
  ],
  [
    "a storage that is not an object",
    () => put(bot, { storage: [1] }),
    failure("storage is not a dict", "REQUEST_VARIABLE_INVALID", { var_name: "storage" }),
  ],
  [
    "a value that is not text",
    () => put(bot, { storage: { a: 1 } }),
    failure('storage["a"] is not a string', "REQUEST_VARIABLE_INVALID", { var_name: "storage" }),
  ],
  [
    "keys that are not a list",
    () => bot.get("/bot_storage", { keys: '"a"' }),
    failure("keys is not a list", "REQUEST_VARIABLE_INVALID", { var_name: "keys" }),
  ],
  ["people", () => put(server.owner, { storage: {} }), failure("This endpoint is only available to bots.")],
])("refuses %s", async (_what, call, expected) => {
  const { status, body } = await call();
  expect([status, body]).toEqual([400, expected]);
});

test("incoming webhook bots have no storage", async () => {
  const incoming = await newBot("incoming", 2);
  expect((await incoming.get("/bot_storage")).body).toEqual(
    failure("This API is not available to incoming webhook bots."),
  );
});
