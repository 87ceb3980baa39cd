import type { ThrottleRule } from "../../../src/application/ports/system/throttle";
import { newGroup } from "../../support/builders/groups";
import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
});
afterAll(() => server.stop());

/** Counts as if Ann had done this that often within the hour. */
const done = async (rule: ThrottleRule, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1)
    await server.services.throttle.take(rule, `${server.realmId} ${ann.id}`);
};
const channel = async (name: string): Promise<string> => {
  await ann.post("/users/me/subscriptions", { subscriptions: [{ name }] });
  return name;
};
const bring = async (name: string, who: readonly number[]) =>
  (await ann.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: who })).body;

test("a user's first sixty subscriptions of others in an hour notify them; later ones only take effect", async () => {
  const names = [await channel("sixtieth"), await channel("sixty-first")] as const;
  await done("subscription_notice", 59);
  const events = await listenTo(ben, ["message"]);
  expect(await bring(names[0], [ben.id])).toMatchObject({ new_subscription_messages_sent: true });
  expect(await bring(names[1], [ben.id])).toMatchObject({
    result: "success",
    subscribed: { [ben.id]: ["sixty-first"] },
    new_subscription_messages_sent: false,
  });
  expect(await events()).toHaveLength(1);
});

test("a user's first sixty group changes in an hour notify the members", async () => {
  const id = await newGroup(ann, { name: "Rowers", members: [] });
  await done("group_notice", 59);
  const events = await listenTo(ben, ["message"]);
  const change = (form: object) => ann.post(`/user_groups/${id}/members`, form);
  expect((await change({ add: [ben.id] })).status).toBe(200);
  expect((await change({ delete: [ben.id] })).status).toBe(200);
  expect(await events()).toHaveLength(1);
});
