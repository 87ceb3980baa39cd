import { createHash } from "node:crypto";
import { mostRecipients } from "../../../src/application/access/resolve-recipients";
import { failure } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ann: Client;

beforeAll(async () => {
  server = await startServer();
  ann = await server.newMember("Ann");
});
afterAll(() => server.stop());

/** Incompressible text: PostgreSQL indexes take keys of up to about 2,700 bytes. */
const noise = (length: number): string =>
  Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash("sha256").update(`${index}`).digest("hex"),
  )
    .join("")
    .slice(0, length);

test.each(["queue_id", "local_id"])("%s is limited to what an index can hold", async (name) => {
  const send = (length: number) =>
    ann.post("/messages", {
      type: "direct",
      to: [ann.id],
      content: "x",
      queue_id: "q",
      local_id: "1",
      [name]: noise(length),
    });
  expect((await send(255)).body.result).toBe("success");
  const refused = await send(256);
  expect([refused.status, refused.body.msg]).toEqual([400, `${name} is too long (limit: 255 characters)`]);
});

test("limits the recipients of direct messages, sent now or later, to the size of a conversation", async () => {
  const to = Array.from({ length: mostRecipients + 1 }, () => ann.id);
  const tooMany = `A direct message can go to at most ${mostRecipients} people.`;
  const direct = { type: "direct", to, content: "x" };
  expect((await ann.post("/messages", direct)).body).toMatchObject(failure(tooMany));
  const later = { ...direct, scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 3600 };
  expect((await ann.post("/scheduled_messages", later)).body).toMatchObject(failure(tooMany));
});

test("limits a bot's storage keys to what an index can hold", async () => {
  const created = (await ann.post("/bots", { full_name: "Keeper", short_name: "keeper" })).body;
  const bot = server.clientOf({ id: created.user_id, email: "keeper-bot@chat.example.com" });
  const keep = (length: number) => bot.put("/bot_storage", { storage: { [noise(length)]: "x" } });
  expect((await keep(255)).body.result).toBe("success");
  expect((await keep(256)).body).toMatchObject(failure("A key is too long (limit: 255 characters)"));
});
