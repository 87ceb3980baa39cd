import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { bySession, loggedIn } from "../../support/http/forms";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

/** Two processes on one PostgreSQL. */
let here: TestServer;
let elsewhere: TestServer;

beforeAll(async () => {
  here = await startServer();
  elsewhere = await here.restarted();
  for (const { http } of [here, elsewhere]) {
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
  }
});
afterAll(async () => {
  here.http.closeAllConnections();
  elsewhere.http.closeAllConnections();
  elsewhere.http.close();
  await elsewhere.close();
  await here.stop();
});

const newPassword = "another horse another battery";

/** Starts a browser session's poll at one node, where it waits. */
const waitingBySession = async (on: TestServer, name: string) => {
  const user = await here.newMember(name);
  await on.services.directory.newest(here.realmId);
  const browser = await loggedIn(on, user.email);
  const client = await bySession(browser);
  const types = { event_types: '["message"]', fetch_event_types: "[]" };
  const { body } = await client.post("/register", types).expect(200);
  const query = new URLSearchParams({ queue_id: body.queue_id, last_event_id: String(body.last_event_id) });
  const poll = client.get(`/events?${query}`).then(({ status, body }) => ({ status, body }));
  await sleep(300);
  return { user, poll };
};

/** The poll's answer within a moment; heartbeats are a minute apart. */
const atOnce = <A>(poll: Promise<A>): Promise<A | "still waiting"> =>
  Promise.race([poll, sleep(5000, "still waiting" as const, { ref: false })]);

const say = (to: Client) =>
  here.owner.post("/messages", { type: "direct", to: [to.id], content: "nobody hears this" }).expect(200);

const loggedOut = { status: 401, body: { result: "error", code: "UNAUTHORIZED" } };

describe.each([
  ["at the same node", () => here],
  ["at another node", () => elsewhere],
])("a waiting poll %s ends at once", (where, node) => {
  test("when its session ends", async () => {
    const { user, poll } = await waitingBySession(node(), `Ended ${where}`);
    const { body } = await user.get("/users/me/sessions").expect(200);
    await user.delete(`/users/me/sessions/${body.sessions[0].id}`).expect(200);
    expect(await atOnce(poll)).toMatchObject(loggedOut);
  });

  test("when the password changes", async () => {
    const { user, poll } = await waitingBySession(node(), `Changed ${where}`);
    await user.patch("/settings", { old_password: ownerPassword, new_password: newPassword }).expect(200);
    expect(await atOnce(poll)).toMatchObject(loggedOut);
  });

  test("when its key is renewed", async () => {
    const user = await here.newMember(`Renewed ${where}`);
    await node().services.directory.newest(here.realmId);
    const { body } = await user.post("/register", { event_types: ["message"], fetch_event_types: [] });
    const poll = node()
      .clientOf(user)
      .get("/events", { queue_id: body.queue_id, last_event_id: body.last_event_id })
      .then(({ status, body }) => ({ status, body }));
    await sleep(300);
    await user.post("/users/me/api_key/regenerate").expect(200);
    expect(await atOnce(poll)).toMatchObject(loggedOut);
  });
});

test("a poll delivers nothing after its session ended, even if its node missed the news", async () => {
  const { user, poll } = await waitingBySession(elsewhere, "Unheard");
  await here.database.db.raw("DELETE FROM sessions WHERE user_id = ?", [user.id]);
  await say(user);
  expect(await atOnce(poll)).toMatchObject(loggedOut);
});

test("a poll with a live session delivers messages", async () => {
  const { user, poll } = await waitingBySession(elsewhere, "Staying");
  await say(user);
  expect(await atOnce(poll)).toMatchObject({ status: 200, body: { result: "success" } });
});
