import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { aBrowser, bySession, fill, formToken, loggedIn } from "../../support/http/forms";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ann: Client;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ann = await server.newMember("Ann");
  admin = await server.newMember("Ada");
  await owner.patch(`/users/${admin.id}`, { role: 200 }).expect(200);
});
afterAll(() => server.stop());

const minute = 60;
const hour = 3_600_000;
const now = () => Math.floor(Date.now() / 1000);
const sessionsOf = async (client: Client, path = "/users/me/sessions") =>
  (await client.get(path).expect(200)).body.sessions as readonly Record<string, unknown>[];
/** Ages sessions by this much. */
const age = (column: "created_at" | "last_seen_at", userId: number, milliseconds: number) =>
  server.database.db.raw(`UPDATE sessions SET ${column} = ${column} - ? WHERE user_id = ?`, [
    milliseconds,
    userId,
  ]);
const settings = (change: object) => owner.patch("/realm", change).expect(200);

test("a window of somebody else, who was logged in before in the same browser, can't act in the session's name", async () => {
  const zoe = await server.newMember("Zoe");
  const browser = await loggedIn(server, zoe.email);
  const form = formToken((await browser.get("/account")).text);
  const status = (whose: number) =>
    browser
      .post("/json/users/me/status")
      .set({ "X-CSRFToken": form, "X-Parley-User": String(whose) })
      .type("form")
      .send({ status_text: `of ${whose}` });
  expect((await status(admin.id)).body).toMatchObject({ code: "UNAUTHORIZED" });
  expect((await browser.get("/json/users/me").set("X-Parley-User", String(admin.id))).status).toBe(401);
  await status(zoe.id).expect(200);
  const { body } = await zoe.get(`/users/${zoe.id}/status`).expect(200);
  expect(body.status.status_text).toBe(`of ${zoe.id}`);
});

describe("a user's own sessions", () => {
  test("are listed with browser, network and times to the minute, with the current one marked", async () => {
    const browser = await loggedIn(server, ann.email);
    const { body } = await (await bySession(browser)).get("/users/me/sessions");
    expect(body.sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        browser: "Firefox on Linux",
        is_current: true,
        network: "127.0.0.0/24",
        created: expect.any(Number),
        last_seen: expect.any(Number),
      },
    ]);
    const [{ created, last_seen }] = body.sessions;
    for (const time of [created, last_seen]) {
      expect(time % minute).toBe(0);
      expect(now() - time).toBeLessThan(2 * minute);
    }
    expect(await sessionsOf(ann)).toMatchObject([{ is_current: false }]);
    expect(await sessionsOf(owner)).toEqual([]);
  });

  test("can be ended one by one, or all others at once", async () => {
    const ben = await server.newMember("Ben");
    const browsers = [];
    for (let index = 0; index < 3; index += 1) browsers.push(await loggedIn(server, ben.email));
    const [first, second, third] = await Promise.all(browsers.map(bySession));
    const own = (await first?.get("/users/me/sessions"))?.body.sessions;
    const current = own.find((one: { is_current: boolean }) => one.is_current);
    expect((await second?.delete(`/users/me/sessions/${current.id}`))?.status).toBe(200);
    expect((await first?.get("/users/me"))?.status).toBe(401);
    expect((await second?.delete("/users/me/sessions"))?.status).toBe(200);
    expect([(await second?.get("/users/me"))?.status, (await third?.get("/users/me"))?.status]).toEqual([
      200, 401,
    ]);
    await ben.delete("/users/me/sessions").expect(200);
    expect((await second?.get("/users/me"))?.status).toBe(401);
  });
});

describe("other users' sessions and keys", () => {
  test("can be listed and ended by administrators", async () => {
    const carl = await server.newMember("Carl");
    const browsers = [await loggedIn(server, carl.email), await loggedIn(server, carl.email)];
    const [{ id } = {}] = await sessionsOf(admin, `/users/${carl.id}/sessions`);
    await admin.delete(`/users/${carl.id}/sessions/${id}`).expect(200);
    expect(await sessionsOf(admin, `/users/${carl.id}/sessions`)).toHaveLength(1);
    await admin.delete(`/users/${carl.id}/sessions/${id}`).expect(404);
    await admin.delete(`/users/${carl.id}/sessions`).expect(200);
    for (const browser of browsers) expect((await browser.get("/json/users/me")).status).toBe(401);
    expect((await carl.get("/users/me")).status).toBe(200);
    await admin.delete(`/users/${carl.id}/api_keys`).expect(200);
    expect((await carl.get("/users/me")).status).toBe(401);
  });

  test("of owners are out of administrators' reach", async () => {
    for (const call of [
      admin.get(`/users/${owner.id}/sessions`),
      admin.delete(`/users/${owner.id}/sessions`),
      admin.delete(`/users/${owner.id}/sessions/x`),
      admin.get(`/users/${owner.id}/api_keys`),
      admin.delete(`/users/${owner.id}/api_keys`),
    ])
      expect((await call).body).toMatchObject({ result: "error", msg: "Insufficient permission" });
    expect((await owner.get("/users/me")).status).toBe(200);
  });

  test("of owners' bots are out of administrators' reach, and bots' owners can end their own bots' keys", async () => {
    const bots = [
      aUser({ id: 901, bot: newBot("generic", owner.id) }),
      aUser({ id: 902, bot: newBot("generic", ann.id) }),
    ];
    await server.append(...bots.map((user) => ({ type: "user_created", user }) as const));
    expect((await admin.delete("/users/901/api_keys")).body.msg).toBe("Insufficient permission");
    await ann.get("/users/902/api_keys").expect(200);
    await ann.delete("/users/902/api_keys").expect(200);
    expect((await ann.delete("/users/902/sessions")).body.msg).toBe("No such user");
  });
});

describe("a session ends", () => {
  afterEach(() => settings({ session_idle_hours: 720, session_lifetime_hours: "unlimited" }));

  test("when it has lasted as long as the organization allows, however much it is used", async () => {
    const emil = await server.newMember("Emil");
    const browser = await loggedIn(server, emil.email);
    await settings({ session_lifetime_hours: 12 });
    await age("created_at", emil.id, 11 * hour);
    expect((await browser.get("/json/users/me")).status).toBe(200);
    expect((await browser.get("/account")).text).toContain("12 hours after you logged in");
    await age("created_at", emil.id, hour + 1000);
    expect((await browser.get("/json/users/me")).status).toBe(401);
  });

  test("by limits that only owners set, within bounds", async () => {
    expect((await admin.patch("/realm", { session_idle_hours: 1 })).body.msg).toBe(
      "Must be an organization owner",
    );
    for (const [change, name] of [
      [{ session_idle_hours: 0 }, "session_idle_hours"],
      [{ session_idle_hours: 721 }, "session_idle_hours"],
      [{ session_lifetime_hours: 0 }, "session_lifetime_hours"],
      [{ session_lifetime_hours: 8761 }, "session_lifetime_hours"],
    ] as const)
      expect((await owner.patch("/realm", change)).body).toMatchObject({
        code: "REQUEST_VARIABLE_INVALID",
        var_name: name,
      });
  });
});

test("opening the client renews the browser's cookie, so a session in use doesn't expire", async () => {
  const browser = await loggedIn(server, ann.email);
  const { headers } = await browser.get("/account");
  expect(`${headers["set-cookie"]}`).toMatch(/sessionid=[\w-]+\.[\w-]+; Max-Age=2592000/);
});

describe("a user's own API key", () => {
  test("is listed with its creation and last use: time, client and network", async () => {
    const fay = await server.newMember("Fay");
    const listed = async () => (await fay.get("/users/me/api_keys").expect(200)).body.api_keys;
    expect(await listed()).toHaveLength(1);
    await server.services.keyUseLog.flush();
    const [key] = await listed();
    expect(key).toMatchObject({ created: null, network: "127.0.0.0/24", client: expect.any(String) });
    expect([key.last_used % 3600, now() - key.last_used < 3700]).toEqual([0, true]);
    await fay.post("/users/me/api_key/regenerate").expect(200);
    const browser = await bySession(await loggedIn(server, fay.email));
    const { body } = await browser.get("/users/me/api_keys");
    expect(body.api_keys).toEqual([
      { created: expect.any(Number), last_used: null, client: null, network: null },
    ]);
    expect(now() - body.api_keys[0].created).toBeLessThan(2 * minute);
  });

  test("can be ended by its owner, without ending sessions", async () => {
    const gus = await server.newMember("Gus");
    const browser = await bySession(await loggedIn(server, gus.email));
    expect((await browser.delete("/users/me/api_keys")).status).toBe(200);
    expect((await gus.get("/users/me")).status).toBe(401);
    expect((await browser.get("/users/me")).status).toBe(200);
  });

  test("is renewed with the key itself, or by a session with the password only", async () => {
    const hal = await server.newMember("Hal");
    const browser = await bySession(await loggedIn(server, hal.email));
    const renew = (form: object) => browser.post("/users/me/api_key/regenerate", form);
    const refused = { result: "error", code: "CONFIRMATION_REQUIRED" };
    const answer = await renew({});
    expect([answer.status, answer.body]).toEqual([403, { ...refused, msg: "Enter your password again." }]);
    expect((await renew({ password: "wrong" })).body).toEqual({ ...refused, msg: "Wrong password!" });
    expect((await hal.get("/users/me")).status).toBe(200);
    expect((await renew({ password: ownerPassword })).body.api_key).toMatch(/^\w{32}$/);
    expect((await hal.get("/users/me")).status).toBe(401);
  });

  test("can't be renewed from a session after ten wrong passwords", async () => {
    const ida = await server.newMember("Ida");
    const browser = await loggedIn(server, ida.email);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push(
        (await fill(browser, "/account", { password: `${guess}`, as: "text" }, "/account/api-key")).status,
      );
    expect([new Set(statuses.slice(0, 10)), statuses[10]]).toEqual([new Set([401]), 429]);
  });
});

describe("a new email address", () => {
  test("needs the password from a session, on the page and by the API", async () => {
    const jo = await server.newMember("Jo");
    const browser = await loggedIn(server, jo.email);
    const ask = (values: object) =>
      fill(browser, "/account", { email: "jo@example.org", ...values }, "/account/email");
    expect((await ask({})).status).toBe(401);
    expect((await ask({ password: "wrong" })).status).toBe(401);
    const api = await bySession(browser);
    const change = (form: object) => api.patch("/settings", { email: "jo@example.org", ...form });
    expect((await change({})).body.code).toBe("CONFIRMATION_REQUIRED");
    expect((await change({ old_password: "wrong" })).body.code).toBe("CONFIRMATION_REQUIRED");
    const mails = async () => (await server.mails()).filter((mail) => mail.includes("jo@example.org")).length;
    expect(await mails()).toBe(0);
    expect((await change({ old_password: ownerPassword })).status).toBe(200);
    expect((await ask({ password: ownerPassword })).status).toBe(200);
    expect(await mails()).toBe(2);
  });

  test("needs only the API key from clients, which don't know the question", async () => {
    const kim = await server.newMember("Kim");
    await kim.patch("/settings", { email: "kim@example.org" }).expect(200);
  });
});

test("listing sessions needs a login", async () => {
  expect((await aBrowser(server).get("/json/users/me/sessions")).status).toBe(401);
});
