import request from "supertest";
import { failure, listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/** Two processes on one PostgreSQL, each with its own states, lanes and queues. */
let one: TestServer;
let two: TestServer;

beforeEach(async () => {
  one = await startServer();
  two = await one.restarted();
});
afterEach(async () => {
  two.http.close();
  await two.close();
  await one.stop();
});

const on = (server: TestServer, client: Client): Client => server.clientOf(client);
const codes = (answers: readonly { readonly body: { readonly result: string } }[]) =>
  answers.map(({ body }) => body.result).sort();
const rounds = Array.from({ length: 10 }, (_, index) => index);

describe("at the same moment on two nodes", () => {
  test("two owners can't both stop being owners", async () => {
    for (const round of rounds) {
      const second = await one.newMember(`Second ${round}`);
      await one.owner.patch(`/users/${second.id}`, { role: 100 });
      await on(two, one.owner).get(`/users/${second.id}`);
      const answers = await Promise.all([
        one.owner.patch(`/users/${second.id}`, { role: 400 }),
        on(two, second).patch(`/users/${one.owner.id}`, { role: 400 }),
      ]);
      expect(codes(answers)).toEqual(["error", "success"]);
      const { members } = (await one.owner.get("/users")).body;
      const owners = members.filter(({ role }: { role: number }) => role === 100);
      expect(owners).toHaveLength(1);
      // The first owner is the only one again for the next round.
      if (owners[0].user_id !== one.owner.id) {
        await second.patch(`/users/${one.owner.id}`, { role: 100 });
        await one.owner.patch(`/users/${second.id}`, { role: 400 });
      }
    }
  });

  test("two owners can't both deactivate themselves", async () => {
    const second = await one.newMember("Second");
    await one.owner.patch(`/users/${second.id}`, { role: 100 });
    await on(two, second).get("/users/me");
    const answers = await Promise.all([one.owner.delete("/users/me"), on(two, second).delete("/users/me")]);
    expect(codes(answers)).toEqual(["error", "success"]);
  });

  test("two groups can't end up containing each other", async () => {
    for (const round of rounds) {
      const make = async (name: string) =>
        (await one.owner.post("/user_groups/create", { name, description: "", members: [] })).body.group_id;
      const [a, b] = [await make(`a${round}`), await make(`b${round}`)];
      const answers = await Promise.all([
        one.owner.post(`/user_groups/${a}/subgroups`, { add: [b] }),
        on(two, one.owner).post(`/user_groups/${b}/subgroups`, { add: [a] }),
      ]);
      expect(codes(answers)).toEqual(["error", "success"]);
      const failed = answers.find(({ body }) => body.result === "error");
      expect(failed?.body.msg).toMatch(/is already a subgroup of one of the passed subgroups\.$/);
    }
  });

  test("two updates with the same `old` can't both succeed", async () => {
    for (const round of rounds) {
      const old = round === 0 ? 3 : 5 + ((round - 1) % 2);
      const update = { can_add_custom_emoji_group: { new: 5 + (round % 2), old } };
      const answers = await Promise.all([
        one.owner.patch("/realm", update),
        on(two, one.owner).patch("/realm", update),
      ]);
      expect(codes(answers)).toEqual(["error", "success"]);
      expect(answers.find(({ body }) => body.result === "error")?.body).toEqual(
        failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"),
      );
    }
  });

  test("an address or group name is given only once", async () => {
    const person = { email: "twin@example.com", full_name: "Twin", password: "a password" };
    const people = await Promise.all([one, two].map((node) => on(node, one.owner).post("/users", person)));
    expect(codes(people)).toEqual(["error", "success"]);
    const group = { name: "Twins", description: "", members: [] };
    const groups = await Promise.all(
      [one, two].map((node) => on(node, one.owner).post("/user_groups/create", group)),
    );
    expect(codes(groups)).toEqual(["error", "success"]);
  });
});

/** Asks until the answer is right, for as long as news takes between nodes. */
const soon = async <A>(ask: () => Promise<A>, isRight: (answer: A) => boolean): Promise<A> => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask();
    if (isRight(answer) || attempt === 50) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe("an action on one node", () => {
  test("ends a deactivated user's key, queues and waiting polls on the other", async () => {
    const ann = await one.newMember("Ann");
    const elsewhere = on(two, ann);
    const { body } = await soon(
      () => elsewhere.post("/register", { event_types: ["message"] }),
      (answer) => answer.status === 200,
    );
    const poll = request(two.http)
      .get("/api/v1/events")
      .query({ queue_id: body.queue_id, last_event_id: body.last_event_id })
      .auth(ann.email, ann.apiKey)
      .then((answer) => [answer.status, answer.body.code]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await one.owner.delete(`/users/${ann.id}`);
    expect(await poll).toEqual([401, "USER_DEACTIVATED"]);
    expect((await elsewhere.get("/users/me")).body.code).toBe("USER_DEACTIVATED");
    // After reactivation, neither the old key nor the old queue works.
    await one.owner.post(`/users/${ann.id}/reactivate`);
    const back = await soon(
      () => elsewhere.get("/users/me"),
      (answer) => answer.body.code !== "USER_DEACTIVATED",
    );
    expect(back.body.code).toBe("UNAUTHORIZED");
    const { rows } = await one.database.db.raw("SELECT count(*) FROM event_queues WHERE user_id = ?", [
      ann.id,
    ]);
    expect(Number(rows[0].count)).toBe(0);
  });

  test("ends a deleted queue's polls and streams on the other", async () => {
    const ann = await one.newMember("Ann");
    const elsewhere = on(two, ann);
    const registered = async () => {
      const answered = await soon(
        () => elsewhere.post("/register", { event_types: ["message"] }),
        (answer) => answer.status === 200,
      );
      const { queue_id, last_event_id } = answered.body;
      return { queue_id, last_event_id } as { queue_id: string; last_event_id: number };
    };
    const follow = (path: string, queue: object) =>
      request(two.http).get(path).query(queue).auth(ann.email, ann.apiKey);
    const [polled, streamed] = [await registered(), await registered()];
    const poll = follow("/api/v1/events", polled).then((answer) => answer.body.code);
    let stream = Promise.resolve(0);
    await new Promise<void>((begun) => {
      stream = follow("/api/v1/events/stream", streamed)
        .buffer(true)
        .parse((response, done) => {
          response.once("data", () => begun()).on("end", () => done(null, ""));
        })
        .then(({ status }) => status);
    });
    const began = Date.now();
    for (const { queue_id } of [polled, streamed]) await ann.delete("/events", { queue_id }).expect(200);
    expect([await poll, await stream]).toEqual(["BAD_EVENT_QUEUE_ID", 200]);
    expect(Date.now() - began).toBeLessThan(20_000);
    for (const queue of [polled, streamed])
      expect((await elsewhere.get("/events", queue)).body.code).toBe("BAD_EVENT_QUEUE_ID");
  });

  test("ends an old key on the other when it is regenerated", async () => {
    const ann = await one.newMember("Ann");
    await soon(
      () => on(two, ann).get("/users/me"),
      ({ status }) => status === 200,
    );
    await ann.post("/users/me/api_key/regenerate");
    const after = await soon(
      () => on(two, ann).get("/users/me"),
      ({ status }) => status === 401,
    );
    expect(after.body.code).toBe("UNAUTHORIZED");
  });

  test("shows presence on the other", async () => {
    const ben = await one.newMember("Ben");
    const elsewhere = on(two, ben);
    await soon(
      () => elsewhere.get("/users/me"),
      ({ status }) => status === 200,
    );
    const newEvents = await listenTo(elsewhere, ["presence"]);
    await elsewhere.post("/users/me/presence", { status: "active" });
    await newEvents();
    await one.owner.post("/users/me/presence", { status: "active" });
    const events = await soon(newEvents, (list) => list.length > 0);
    expect(events).toMatchObject([{ type: "presence", user_id: one.owner.id }]);
    const { body } = await elsewhere.post("/users/me/presence", { status: "active", last_update_id: -1 });
    expect(body.presences).toHaveProperty(String(one.owner.id));
  });
});
