import request from "supertest";
import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import { aBrowser, type Browser, fill, loggedIn, submit } from "../../support/http/forms";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";
import {
  codeOf,
  codesOn,
  enrol,
  hiddenOn,
  secretOn,
  startLogin,
  submitSecondFactor,
} from "../../support/http/two-factors";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const fetchKey = (email: string, more: object = {}, on = server) =>
  request(on.http)
    .post("/api/v1/fetch_api_key")
    .type("form")
    .send({ username: email, password: ownerPassword, ...more });
const isIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get("/json/users/me")).body.result === "success";
const mailsTo = async (email: string) =>
  (await server.mails()).filter((mail) => mail.startsWith(`Mail to ${email},`));
const wrongCode = {
  result: "error",
  code: "TWO_FACTOR_CODE_WRONG",
  msg: "Wrong code. Each code works once: wait for the next one.",
};
/** Resets attempt counters, so that tests don't slow each other down. */
const forgetTries = () => server.database.db.raw("DELETE FROM throttles");
beforeEach(forgetTries);

describe("setting up an app", () => {
  test("shows a QR code and its text, and requires the password and a right code", async () => {
    const ann = await server.newMember("Ann");
    const browser = await loggedIn(server, ann.email);
    const page = await browser.get("/account/two-factors/app");
    expect(page.text).toMatch(
      /<svg class="qr" role="img" aria-label="QR code with the secret for your app[^"]*" viewBox=/,
    );
    expect(page.text).not.toMatch(/<script|style=| on\w+=/);
    const secret = secretOn(page.text);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const send = (values: object) =>
      submit(browser, page, "/account/two-factors/app", { token: hiddenOn(page.text, "token"), ...values });
    const code = codeOf(secret);
    const refusals = [await send({ code }), await send({ code, password: "wrong" })];
    expect(refusals.map(({ status }) => status)).toEqual([401, 401]);
    const wrong = await send({ password: ownerPassword, code: "000000" });
    expect([wrong.status, secretOn(wrong.text)]).toEqual([401, secret]);
    expect((await server.services.directory.stateOf(server.realmId)).users.get(ann.id)?.secondFactors).toBe(
      0,
    );
    const done = await send({ password: ownerPassword, code });
    expect([done.status, codesOn(done.text).length]).toEqual([200, 10]);
    for (const one of codesOn(done.text)) expect(one).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect((await mailsTo(ann.email)).at(-1)).toContain("Two-factor authentication is on");
  });

  test("ends password-only sessions and keys, and continues in this browser with a new session", async () => {
    const ben = await server.newMember("Ben");
    const [other, own] = [await loggedIn(server, ben.email), await loggedIn(server, ben.email)];
    const before = own.jar.getCookie("sessionid", {
      path: "/",
      domain: "127.0.0.1",
      secure: false,
      script: false,
    });
    const page = await own.get("/account/two-factors/app");
    const code = codeOf(secretOn(page.text));
    const token = hiddenOn(page.text, "token");
    await submit(own, page, "/account/two-factors/app", { token, code, password: ownerPassword }).expect(200);
    expect([await isIn(own), await isIn(other)]).toEqual([true, false]);
    const copy = request(server.http).get("/json/users/me").set("Cookie", `sessionid=${before?.value}`);
    expect((await copy).status).toBe(401);
    expect((await ben.get("/users/me")).status).toBe(401);
  });

  test("stores neither the secret nor a code in plain text", async () => {
    const fay = await server.newMember("Fay");
    const { secret, recoveryCodes } = await enrol(server, fay.email);
    const { rows } = await server.database.db.raw(
      "SELECT to_jsonb(f) AS kept FROM second_factors f UNION ALL SELECT to_jsonb(c) FROM recovery_codes c",
    );
    const stored = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(10);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
    }
  });
});

describe("logging in with a browser", () => {
  test("asks for a code after the password, then opens the requested page", async () => {
    const ann = await server.newMember("Gil");
    const { secret } = await enrol(server, ann.email);
    const browser = aBrowser(server);
    const page = await startLogin(browser, ann.email, { next: "/account" });
    expect([page.status, page.text.includes("One more step")]).toEqual([200, true]);
    expect(page.headers["set-cookie"] ?? "").not.toMatch(/sessionid/);
    expect(await isIn(browser)).toBe(false);
    const forged = { text: page.text.replace(/name="half" value="[^"]*"/g, 'name="half" value="guess"') };
    expect((await submitSecondFactor(browser, forged, { code: codeOf(secret) })).status).toBe(404);
    const wrong = await submitSecondFactor(browser, page, { code: "123456" });
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([401, true]);
    expect(await isIn(browser)).toBe(false);
    const done = await submitSecondFactor(browser, wrong, {
      code: ` ${codeOf(secret).replace(/(?=...$)/, " ")}`,
    });
    expect([done.status, done.headers.location]).toEqual([303, "/account"]);
    expect(await isIn(browser)).toBe(true);
  });

  test("with a wrong password doesn't reveal the second factor", async () => {
    const hal = await server.newMember("Hal");
    await enrol(server, hal.email);
    const page = await startLogin(aBrowser(server), hal.email, { password: "wrong" });
    expect([page.status, page.text.includes("One more step")]).toEqual([401, false]);
    expect(page.text).toContain("Your username or password is incorrect");
  });
});

describe("a code", () => {
  test("works once", async () => {
    const jo = await server.newMember("Jo");
    const { secret } = await enrol(server, jo.email);
    const code = codeOf(secret);
    expect((await fetchKey(jo.email, { two_factor_code: code })).status).toBe(200);
    const again = await fetchKey(jo.email, { two_factor_code: code });
    expect([again.status, again.body]).toEqual([401, wrongCode]);
  });

  test("can be guessed ten times in ten minutes, and fifty times a day", async () => {
    const ned = await server.newMember("Ned");
    await enrol(server, ned.email);
    const guess = async () => (await fetchKey(ned.email, { two_factor_code: "123456" })).status;
    const guessed = (rule: "second_factor" | "second_factor_daily", times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          server.services.throttle.take(rule, `${server.realmId} ${ned.id}`),
        ),
      );
    await guessed("second_factor", 9);
    expect([await guess(), await guess()]).toEqual([401, 429]);
    await forgetTries();
    await guessed("second_factor_daily", 49);
    expect([await guess(), await guess()]).toEqual([401, 429]);
  });
});

test("a recovery code logs in by a client and by a browser, and new ones replace it", async () => {
  const quin = await server.newMember("Quin");
  const { recoveryCodes, browser } = await enrol(server, quin.email);
  const [first, second = "", third] = recoveryCodes;
  expect((await fetchKey(quin.email, { two_factor_code: first })).status).toBe(200);
  const fresh = aBrowser(server);
  const step = await startLogin(fresh, quin.email);
  expect((await submitSecondFactor(fresh, step, { code: second })).status).toBe(303);
  expect((await mailsTo(quin.email)).at(-2)).toContain("You have 8 left");
  const page = await browser.get("/account/two-factors");
  const renewed = await submit(browser, page, "/account/two-factors/codes", { password: ownerPassword });
  expect(codesOn(renewed.text)).toHaveLength(10);
  expect((await mailsTo(quin.email)).at(-1)).toContain("New recovery codes were created");
  expect((await fetchKey(quin.email, { two_factor_code: third })).body).toEqual(wrongCode);
});

describe("an API key", () => {
  test("requires both factors, with an error code that clients can recognize", async () => {
    const sam = await server.newMember("Sam");
    const { secret } = await enrol(server, sam.email);
    const answer = await fetchKey(sam.email);
    expect([answer.status, answer.body]).toEqual([
      401,
      {
        result: "error",
        code: "TWO_FACTOR_CODE_REQUIRED",
        msg: "This account uses two-factor authentication. Log in with your browser, or send a code as two_factor_code.",
      },
    ]);
    const wrong = await fetchKey(sam.email, { password: "wrong", two_factor_code: codeOf(secret) });
    expect(wrong.body.code).toBe("AUTHENTICATION_FAILED");
    const right = await fetchKey(sam.email, { two_factor_code: codeOf(secret) });
    expect(right.body).toMatchObject({ result: "success", email: sam.email });
    const { status } = await request(server.http).get("/api/v1/users/me").auth(sam.email, right.body.api_key);
    expect(status).toBe(200);
  });

  test("goes to a mobile app through a browser login with both factors", async () => {
    const tom = await server.newMember("Tom");
    const { secret } = await enrol(server, tom.email);
    const browser = aBrowser(server);
    const pad = "5a".repeat(32);
    const login = await browser.get(`/login?mobile_flow_otp=${pad}`);
    const values = { username: tom.email, password: ownerPassword, mobile_flow_otp: pad };
    const page = await submit(browser, login, "/login", values);
    expect(page.text).not.toContain("zulip://");
    const done = await submitSecondFactor(browser, page, { code: codeOf(secret) });
    const link = (/href="(zulip:[^"]*)"/.exec(done.text)?.[1] ?? "").replaceAll("&amp;", "&");
    const answer = new URL(link).searchParams;
    expect([answer.get("email"), answer.get("realm")]).toEqual([tom.email, "http://chat.example.com"]);
    const padded = Buffer.from(answer.get("otp_encrypted_api_key") ?? "", "hex");
    const key = padded.map((byte) => byte ^ 0x5a).toString();
    expect((await request(server.http).get("/api/v1/users/me").auth(tom.email, key)).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
  });

  test("goes to a mobile app for the password where that is enough, but not for a session alone", async () => {
    const una = await server.newMember("Una");
    const browser = await loggedIn(server, una.email);
    const login = await browser.get(`/login?mobile_flow_otp=${"5a".repeat(32)}`);
    expect([login.status, login.text.includes("zulip://")]).toEqual([200, false]);
    const values = { username: una.email, password: ownerPassword, mobile_flow_otp: "5a".repeat(32) };
    expect((await submit(browser, login, "/login", values)).text).toContain("zulip://login?");
  });

  test("can be fetched through a browser login, which the server settings announce", async () => {
    const { body } = await request(server.http).get("/api/v1/server_settings");
    expect(body.external_authentication_methods).toEqual([
      {
        name: "browser",
        display_name: "your browser",
        display_icon: null,
        login_url: "/login",
        signup_url: "/register",
      },
    ]);
  });
});

describe("no other login bypasses the second factor:", () => {
  test("a password reset leads to the second factor", async () => {
    const vic = await server.newMember("Vic");
    const { secret } = await enrol(server, vic.email);
    await requestPasswordReset(server.services)(server.realmId, vic.email, "203.0.113.8")();
    const link =
      /(\/accounts\/password\/reset\/[\w.-]+)/.exec((await mailsTo(vic.email)).at(-1) ?? "")?.[1] ?? "";
    const browser = aBrowser(server);
    const page = await fill(browser, link, { password: "seven blue elephants" });
    expect([page.status, page.text.includes("One more step"), await isIn(browser)]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await submitSecondFactor(browser, page, { code: codeOf(secret) })).status).toBe(303);
    expect(await isIn(browser)).toBe(true);
  });
});

describe("ending two factors", () => {
  const remove = async (browser: Browser, values: object) => {
    const page = await browser.get("/account/two-factors");
    return submit(browser, page, "/account/two-factors/remove", { id: hiddenOn(page.text, "id"), ...values });
  };

  test("requires the password again and sends a mail", async () => {
    const flo = await server.newMember("Flo");
    const { browser } = await enrol(server, flo.email);
    expect((await remove(browser, {})).status).toBe(401);
    expect((await remove(browser, { password: "wrong" })).status).toBe(401);
    expect((await fetchKey(flo.email)).status).toBe(401);
    expect((await remove(browser, { password: ownerPassword })).status).toBe(303);
    expect((await mailsTo(flo.email)).at(-1)).toContain("Two-factor authentication is off");
    expect((await fetchKey(flo.email)).status).toBe(200);
    const { rows } = await server.database.db.raw("SELECT * FROM recovery_codes WHERE user_id = ?", [flo.id]);
    expect(rows).toEqual([]);
  });

  test("is refused for a form from another site", async () => {
    const guy = await server.newMember("Guy");
    const { browser } = await enrol(server, guy.email);
    const { status } = await browser
      .post("/account/two-factors/remove")
      .type("form")
      .send({ id: "x", password: ownerPassword });
    expect(status).toBe(403);
  });
});

describe("an organization that requires two factors", () => {
  let strict: TestServer;
  let owner: Client;
  let ownerKey: string;
  let ownerSecret: string;
  const patchRealm = (change: object, key = ownerKey) =>
    request(strict.http).patch("/api/v1/realm").auth(owner.email, key).type("form").send(change);

  beforeAll(async () => {
    strict = await startServer();
    owner = strict.owner;
  });
  afterAll(() => strict.stop());

  test("can be set up only by an owner who has two factors", async () => {
    const admin = await strict.newMember("Ada");
    await owner.patch(`/users/${admin.id}`, { role: 200 }).expect(200);
    expect((await admin.patch("/realm", { require_two_factors: true })).body.msg).toBe(
      "Must be an organization owner",
    );
    const without = await owner.patch("/realm", { require_two_factors: true });
    expect([without.status, without.body.msg]).toEqual([400, "Set up a second factor for yourself first."]);
    ({ secret: ownerSecret } = await enrol(strict, owner.email));
    ownerKey = (await fetchKey(owner.email, { two_factor_code: codeOf(ownerSecret) }, strict)).body.api_key;
    await patchRealm({ require_two_factors: "true" }).expect(200);
  });

  test("blocks users without two factors from everything but setting them up", async () => {
    const ann = await strict.newMember("Ann");
    const answer = await ann.get("/users/me");
    expect([answer.status, answer.body.code]).toEqual([401, "TWO_FACTOR_SETUP_REQUIRED"]);
    expect((await fetchKey(ann.email, {}, strict)).body.code).toBe("TWO_FACTOR_SETUP_REQUIRED");
    const browser = await loggedIn(strict, ann.email);
    expect((await browser.get("/json/users/me")).body.code).toBe("TWO_FACTOR_SETUP_REQUIRED");
    for (const path of ["/account", "/"]) expect((await browser.get(path)).headers.location).toBe("/login");
    expect((await browser.get("/login")).headers.location).toBe("/account/two-factors");
    const page = await browser.get("/account/two-factors");
    expect(page.text).toContain("Example requires two-factor authentication.");
    const values = { password: ownerPassword, as: "text" };
    expect((await submit(browser, page, "/account/api-key", values)).headers.location).toBe("/login");
    const app = await browser.get("/account/two-factors/app");
    const set = {
      token: hiddenOn(app.text, "token"),
      password: ownerPassword,
      code: codeOf(secretOn(app.text)),
    };
    await submit(browser, app, "/account/two-factors/app", set).expect(200);
    expect((await browser.get("/json/users/me")).body.result).toBe("success");
    expect((await browser.get("/account")).status).toBe(200);
  });

  test("leads new users to setting them up", async () => {
    const invite = { invitee_emails: "zoe@example.org", stream_ids: "[]" };
    await request(strict.http)
      .post("/api/v1/invites")
      .auth(owner.email, ownerKey)
      .type("form")
      .send(invite)
      .expect(200);
    const mail = (await strict.mails()).find((one) => one.includes("zoe@example.org")) ?? "";
    const join = /http:\/\/chat\.example\.com(\/join\/\S+)/.exec(mail)?.[1] ?? "";
    const browser = aBrowser(strict);
    await fill(browser, join, { full_name: "Zoe", password: "seven blue elephants" });
    expect((await browser.get("/login")).headers.location).toBe("/account/two-factors");
    expect((await browser.get("/json/users/me")).body.code).toBe("TWO_FACTOR_SETUP_REQUIRED");
  });

  test("doesn't apply to bots", async () => {
    const created = await request(strict.http)
      .post("/api/v1/bots")
      .auth(owner.email, ownerKey)
      .type("form")
      .send({ full_name: "Robot", short_name: "robot" });
    const { status } = await request(strict.http)
      .get("/api/v1/users/me")
      .auth("robot-bot@chat.example.com", created.body.api_key);
    expect(status).toBe(200);
  });

  test("stops requiring them when an owner says so", async () => {
    const carl = await strict.newMember("Carl");
    expect((await carl.get("/users/me")).status).toBe(401);
    await patchRealm({ require_two_factors: "false" }).expect(200);
    expect((await carl.get("/users/me")).status).toBe(200);
  });
});
