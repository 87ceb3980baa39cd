import request from "supertest";
import { issueApiKey } from "../../../src/application/login/issue-api-key";
import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import { proveSecondFactor } from "../../../src/application/second-factors/prove-second-factor";
import { openSession } from "../../../src/application/sessions/open-session";
import { anAuthenticator } from "../../support/authenticator";
import { aBrowser, type Browser, bySession, fill, loggedIn, submit } from "../../support/browser";
import { aVisitor } from "../../support/fakes";
import { type Client, ownerPassword, startServer, type TestServer } from "../../support/http-application";
import {
  codeOf,
  codesOn,
  enrol,
  hiddenOn,
  passkeyOptionsOn,
  secretOn,
  startLogin,
  submitSecondFactor,
} from "../../support/two-factors";

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
    expect((await mailsTo(ann.email)).at(-1)).toContain("Two factors are on");
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

  test("is for its user alone, and each setup works once", async () => {
    const { browser } = await enrol(server, (await server.newMember("Carl")).email);
    const dora = await server.newMember("Dora");
    const others = await loggedIn(server, dora.email);
    const page = await browser.get("/account/two-factors/app");
    const values = {
      token: hiddenOn(page.text, "token"),
      password: ownerPassword,
      code: codeOf(secretOn(page.text)),
    };
    const again = await submit(browser, page, "/account/two-factors/app", values);
    expect([again.status, again.text.includes("You have an app already.")]).toEqual([400, true]);
    const stolen = await submit(others, await others.get("/account"), "/account/two-factors/app", values);
    expect(stolen.status).toBe(404);
    expect(await isIn(others)).toBe(true);
  });

  test("of one account in two browsers at once adds one app", async () => {
    const emil = await server.newMember("Emil");
    const again = await server.restarted();
    const browsers = [await loggedIn(server, emil.email), await loggedIn(again, emil.email)];
    const pages = await Promise.all(browsers.map((browser) => browser.get("/account/two-factors/app")));
    const answers = await Promise.all(
      browsers.map((browser, index) => {
        const { text } = pages[index] as { text: string };
        const values = {
          token: hiddenOn(text, "token"),
          password: ownerPassword,
          code: codeOf(secretOn(text)),
        };
        return submit(browser, { text }, "/account/two-factors/app", values);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const { rows } = await server.database.db.raw("SELECT * FROM second_factors WHERE user_id = ?", [
      emil.id,
    ]);
    expect(rows).toHaveLength(1);
    await again.close();
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

  test("remembers the password step for that account alone, for minutes, and until the password changes", async () => {
    const ida = await server.newMember("Ida");
    const { secret } = await enrol(server, ida.email);
    const { secret: ofAnother } = await enrol(server, (await server.newMember("Ivo")).email);
    const browser = aBrowser(server);
    const page = await startLogin(browser, ida.email);
    expect((await submitSecondFactor(browser, page, { code: codeOf(ofAnother) })).status).toBe(401);
    for (const half of ["", "guess", `${hiddenOn(page.text, "half")}x`]) {
      const forged = { text: page.text.replace(/name="half" value="[^"]*"/g, `name="half" value="${half}"`) };
      expect((await submitSecondFactor(browser, forged, { code: codeOf(secret) })).status).toBe(404);
    }
    const late = server.linkTokens.read("second_factor", hiddenOn(page.text, "half"));
    const expired = server.linkTokens.write("second_factor", { ...late, expiresAt: Date.now() - 1 });
    const prove = (half: string) =>
      proveSecondFactor(server.services)(server.realmId, half, { code: codeOf(secret) })();
    expect(await prove(expired)).toMatchObject({ left: { code: "LINK_REFUSED", problem: "expired" } });
    const own = (await enrolledKey(ida.email, secret)).body;
    await request(server.http)
      .patch("/api/v1/settings")
      .auth(ida.email, own.api_key)
      .type("form")
      .send({ old_password: ownerPassword, new_password: "seven blue elephants" })
      .expect(200);
    expect(await prove(hiddenOn(page.text, "half"))).toMatchObject({ left: { problem: "revoked" } });
  });

  const enrolledKey = (email: string, secret: string) =>
    fetchKey(email, { two_factor_code: codeOf(secret, 1) });
});

describe("a code", () => {
  test("works once, in any of its time steps", async () => {
    const jo = await server.newMember("Jo");
    const { secret } = await enrol(server, jo.email);
    const code = codeOf(secret);
    expect((await fetchKey(jo.email, { two_factor_code: code })).status).toBe(200);
    const again = await fetchKey(jo.email, { two_factor_code: code });
    expect([again.status, again.body]).toEqual([401, wrongCode]);
    expect((await fetchKey(jo.email, { two_factor_code: codeOf(secret, -1) })).body).toEqual(wrongCode);
    expect((await fetchKey(jo.email, { two_factor_code: codeOf(secret, 1) })).status).toBe(200);
    for (const steps of [3, -3, 40])
      expect((await fetchKey(jo.email, { two_factor_code: codeOf(secret, steps) })).body).toEqual(wrongCode);
  });

  test("that set up the app doesn't log in", async () => {
    const kim = await server.newMember("Kim");
    const browser = await loggedIn(server, kim.email);
    const page = await browser.get("/account/two-factors/app");
    const code = codeOf(secretOn(page.text));
    const values = { token: hiddenOn(page.text, "token"), password: ownerPassword, code };
    await submit(browser, page, "/account/two-factors/app", values).expect(200);
    expect((await fetchKey(kim.email, { two_factor_code: code })).body).toEqual(wrongCode);
  });

  test("works for only one of two concurrent requests on two nodes", async () => {
    const lou = await server.newMember("Lou");
    const { secret } = await enrol(server, lou.email);
    const again = await server.restarted();
    const code = codeOf(secret);
    const answers = await Promise.all(
      [server, again, server, again].map((node) => fetchKey(lou.email, { two_factor_code: code }, node)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    await again.close();
  });

  test("can be guessed ten times in ten minutes from anywhere, and its user is notified", async () => {
    const may = await server.newMember("May");
    const { secret, recoveryCodes } = await enrol(server, may.email);
    const guess = (code: string, from: string) =>
      fetchKey(may.email, { two_factor_code: code }).set("X-Forwarded-For", from);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push((await guess(`00000${tries % 10}`, `198.51.100.${tries}`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await guess(codeOf(secret), "203.0.113.1")).status).toBe(429);
    const warnings = (await mailsTo(may.email)).filter((mail) =>
      mail.includes("Somebody knows your password"),
    );
    expect(warnings).toHaveLength(1);
    // This doesn't lock the user out: there are other factors.
    expect((await guess(recoveryCodes[0] ?? "", "203.0.113.1")).status).toBe(200);
  });

  test("can be guessed fifty times a day, at any pace", async () => {
    const ned = await server.newMember("Ned");
    await enrol(server, ned.email);
    const { services } = server;
    for (let tries = 0; tries < 50; tries += 1)
      expect(
        await services.throttle.take("second_factor_daily", `${server.realmId} ${ned.id}`),
      ).toBeUndefined();
    expect((await fetchKey(ned.email, { two_factor_code: "123456" })).status).toBe(429);
  });
});

describe("a recovery code", () => {
  test("works once, however it is typed, and its user is notified", async () => {
    const ann = await server.newMember("Olga");
    const { recoveryCodes } = await enrol(server, ann.email);
    const [first = "", second = ""] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll("-", " ")} `;
    expect((await fetchKey(ann.email, { two_factor_code: typed })).status).toBe(200);
    expect((await fetchKey(ann.email, { two_factor_code: first })).body).toEqual(wrongCode);
    const browser = aBrowser(server);
    const page = await startLogin(browser, ann.email);
    expect((await submitSecondFactor(browser, page, { code: second })).status).toBe(303);
    expect((await mailsTo(ann.email)).at(-2)).toContain("You have 8 left");
  });

  test("works for only one of two concurrent requests on two nodes", async () => {
    const pia = await server.newMember("Pia");
    const { recoveryCodes } = await enrol(server, pia.email);
    const again = await server.restarted();
    const answers = await Promise.all(
      [server, again, server, again].map((node) =>
        fetchKey(pia.email, { two_factor_code: recoveryCodes[0] }, node),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    await again.close();
  });

  test("of another user, or a replaced one, is refused", async () => {
    const quin = await server.newMember("Quin");
    const { recoveryCodes } = await enrol(server, (await server.newMember("Rex")).email);
    const { recoveryCodes: own, browser } = await enrol(server, quin.email);
    expect((await fetchKey(quin.email, { two_factor_code: recoveryCodes[0] })).body).toEqual(wrongCode);
    const page = await browser.get("/account/two-factors");
    const refused = await submit(browser, page, "/account/two-factors/codes", { password: "wrong" });
    expect(refused.status).toBe(401);
    const renewed = await submit(browser, page, "/account/two-factors/codes", { password: ownerPassword });
    expect(codesOn(renewed.text)).toHaveLength(10);
    expect((await mailsTo(quin.email)).at(-1)).toContain("You have new recovery codes");
    expect((await fetchKey(quin.email, { two_factor_code: own[0] })).body).toEqual(wrongCode);
    expect((await fetchKey(quin.email, { two_factor_code: codesOn(renewed.text)[0] })).status).toBe(200);
  });
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
        msg: "This account has two factors: log in with your browser, or give a code as two_factor_code.",
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

  test("a session opened with the password alone is invalid, however and whenever it was opened", async () => {
    const wim = await server.newMember("Wim");
    const open = openSession(server.services);
    const early = await open(server.realmId, wim.id, { name: "x", remoteAddress: "::1" })();
    expect(early._tag).toBe("Right");
    await enrol(server, wim.email);
    const late = await open(server.realmId, wim.id, { name: "x", remoteAddress: "::1" })();
    expect(late).toMatchObject({ left: { code: "TWO_FACTOR_CODE_REQUIRED" } });
    expect(
      await issueApiKey(server.services)(aVisitor(server.realmId), wim.id, { hasBoth: false })(),
    ).toMatchObject({
      left: { code: "TWO_FACTOR_CODE_REQUIRED" },
    });
    // A session another node was opening while the factor was added.
    const token = server.services.sessionTokens.create();
    await server.services.sessions.add(server.realmId, {
      id: server.services.sessionTokens.idOf(token) ?? "",
      userId: wim.id,
      hasBoth: false,
      createdAt: Date.now(),
      lastSeenAt: Date.now(),
      browser: "x",
      remoteAddress: "::1",
    });
    const { status } = await request(server.http).get("/json/users/me").set("Cookie", `sessionid=${token}`);
    expect(status).toBe(401);
  });

  test("a development server's login asks for it", async () => {
    const development = await startServer({ mode: "development" });
    const xena = await development.newMember("Xena");
    const login = (more: object = {}) =>
      request(development.http)
        .post("/api/v1/dev_fetch_api_key")
        .type("form")
        .send({ username: xena.email, ...more });
    expect((await login()).status).toBe(200);
    const { secret } = await enrol(development, xena.email);
    expect((await login()).body.code).toBe("TWO_FACTOR_CODE_REQUIRED");
    expect((await login({ two_factor_code: codeOf(secret) })).status).toBe(200);
    await development.stop();
  });
});

describe("a passkey", () => {
  const addKey = async (browser: Browser, key: ReturnType<typeof anAuthenticator>, more: object = {}) => {
    const page = await browser.get("/account/two-factors/passkey");
    return submit(browser, page, "/account/two-factors/passkey", {
      token: hiddenOn(page.text, "token"),
      name: "My key",
      password: ownerPassword,
      passkey: key.make(passkeyOptionsOn(page.text)),
      ...more,
    });
  };

  test("can be set up and used by a page that allows only our own script", async () => {
    const ann = await server.newMember("Yan");
    const browser = await loggedIn(server, ann.email);
    const key = anAuthenticator();
    const page = await browser.get("/account/two-factors/passkey");
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(`${page.headers["content-security-policy"]}`) ?? [];
    expect(page.text).toContain(`<script nonce="${nonce}" src="/static/passkeys.js" defer></script>`);
    expect(page.text.match(/<script/g)).toHaveLength(1);
    expect(page.headers["content-security-policy"]).toMatch(
      /^default-src 'none';.*require-trusted-types-for 'script'/,
    );
    const script = await browser.get("/static/passkeys.js");
    expect([script.status, script.type]).toEqual([200, "text/javascript"]);
    const done = await addKey(browser, key);
    expect([done.status, codesOn(done.text).length]).toEqual([200, 10]);
    const fresh = aBrowser(server);
    const challenge = await startLogin(fresh, ann.email);
    expect(challenge.headers["content-security-policy"]).toContain("script-src 'nonce-");
    const answer = key.use(passkeyOptionsOn(challenge.text));
    expect((await submitSecondFactor(fresh, challenge, { passkey: answer })).status).toBe(303);
    expect(await isIn(fresh)).toBe(true);
    const listed = await (await bySession(fresh)).get("/users/me/two_factors");
    expect(listed.body.factors).toMatchObject([
      { kind: "passkey", name: "My key", last_used: expect.any(Number) },
    ]);
  });

  test("is bound to one login: an overheard response doesn't work for another, nor twice", async () => {
    const zoe = await server.newMember("Zoe");
    const key = anAuthenticator();
    await addKey(await loggedIn(server, zoe.email), key);
    const [one, other] = [aBrowser(server), aBrowser(server)];
    const challenge = await startLogin(one, zoe.email);
    const answer = key.use(passkeyOptionsOn(challenge.text));
    expect(
      (await submitSecondFactor(other, await startLogin(other, zoe.email), { passkey: answer })).status,
    ).toBe(401);
    expect((await submitSecondFactor(one, challenge, { passkey: answer })).status).toBe(303);
    expect((await submitSecondFactor(aBrowserLike(one), challenge, { passkey: answer })).status).toBe(401);
  });

  /** Another request of the same browser; form tokens stay valid. */
  const aBrowserLike = (browser: Browser): Browser => browser;

  test("is refused when its use counter doesn't increase, as it was cloned", async () => {
    const abe = await server.newMember("Abe");
    const key = anAuthenticator({ counts: true });
    await addKey(await loggedIn(server, abe.email), key);
    const logIn = async () => {
      const browser = aBrowser(server);
      const challenge = await startLogin(browser, abe.email);
      return submitSecondFactor(browser, challenge, { passkey: key.use(passkeyOptionsOn(challenge.text)) });
    };
    expect((await logIn()).status).toBe(303);
    await server.database.db.raw("UPDATE second_factors SET counter = 7 WHERE user_id = ?", [abe.id]);
    expect((await logIn()).status).toBe(401);
  });

  test("of another site or user, or malformed, is refused", async () => {
    const bea = await server.newMember("Bea");
    const browser = await loggedIn(server, bea.email);
    const evil = anAuthenticator({ origin: "http://chat.example.com.evil.example" });
    expect((await addKey(browser, evil)).status).toBe(400);
    for (const passkey of ["", "null", "{}", "[", '{"id":1,"response":{}}', "x".repeat(50_000)])
      expect((await addKey(browser, evil, { passkey })).status).toBe(400);
    await addKey(browser, anAuthenticator());
    const ofAnother = anAuthenticator();
    await addKey(await loggedIn(server, (await server.newMember("Cai")).email), ofAnother);
    const fresh = aBrowser(server);
    for (const answer of [(options: string) => ofAnother.use(options), () => "null", () => "{}"]) {
      const challenge = await startLogin(fresh, bea.email);
      const { status } = await submitSecondFactor(fresh, challenge, {
        passkey: answer(passkeyOptionsOn(challenge.text)),
      });
      expect(status).toBe(401);
    }
  });

  test("added beside an app creates no recovery codes, ends no sessions, and is mailed to the user", async () => {
    const dan = await server.newMember("Dan");
    const { browser } = await enrol(server, dan.email);
    expect((await addKey(browser, anAuthenticator())).headers.location).toBe("/account/two-factors");
    expect(await isIn(browser)).toBe(true);
    expect((await mailsTo(dan.email)).at(-1)).toContain("You have another second factor");
  });

  test("counts towards a limit of ten second factors", async () => {
    const eva = await server.newMember("Eva");
    const { browser } = await enrol(server, eva.email);
    for (let keys = 0; keys < 9; keys += 1)
      expect((await addKey(browser, anAuthenticator())).status).toBe(303);
    const last = await addKey(browser, anAuthenticator());
    expect([last.status, last.text.includes("too many second factors")]).toEqual([400, true]);
  });
});

describe("ending two factors", () => {
  const remove = async (browser: Browser, values: object) => {
    const page = await browser.get("/account/two-factors");
    return submit(browser, page, "/account/two-factors/remove", { id: hiddenOn(page.text, "id"), ...values });
  };

  test("takes the password again and sends a mail", async () => {
    const flo = await server.newMember("Flo");
    const { browser } = await enrol(server, flo.email);
    expect((await remove(browser, {})).status).toBe(401);
    expect((await remove(browser, { password: "wrong" })).status).toBe(401);
    expect((await fetchKey(flo.email)).status).toBe(401);
    expect((await remove(browser, { password: ownerPassword })).status).toBe(303);
    expect((await mailsTo(flo.email)).at(-1)).toContain("Two factors are off");
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

  test("of another user is refused, even with the factor's id", async () => {
    const hugo = await server.newMember("Hugo");
    await enrol(server, hugo.email);
    const { rows } = await server.database.db.raw("SELECT id FROM second_factors WHERE user_id = ?", [
      hugo.id,
    ]);
    const { browser } = await enrol(server, (await server.newMember("Ines")).email);
    expect((await remove(browser, { id: rows[0].id, password: ownerPassword })).status).toBe(400);
    expect((await fetchKey(hugo.email)).body.code).toBe("TWO_FACTOR_CODE_REQUIRED");
  });

  test("is possible for users who lost them, by administrators who aren't outranked", async () => {
    const { owner } = server;
    const admin = await server.newMember("Ada");
    await owner.patch(`/users/${admin.id}`, { role: 200 }).expect(200);
    const ike = await server.newMember("Ike");
    const { browser } = await enrol(server, ike.email);
    await admin.delete(`/users/${ike.id}/two_factors`).expect(200);
    expect(await isIn(browser)).toBe(false);
    expect((await mailsTo(ike.email)).at(-1)).toContain("Your second factors were reset");
    expect((await fetchKey(ike.email)).status).toBe(200);
    const boss = await server.newMember("Boss");
    await owner.patch(`/users/${boss.id}`, { role: 100 }).expect(200);
    await enrol(server, boss.email);
    expect((await admin.delete(`/users/${boss.id}/two_factors`)).body.msg).toBe("Insufficient permission");
    expect((await admin.delete(`/users/${admin.id}/two_factors`)).body.msg).toContain("your account page");
    expect((await fetchKey(boss.email)).body.code).toBe("TWO_FACTOR_CODE_REQUIRED");
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
    expect(page.text).toContain("Example requires two factors.");
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
    await fill(browser, join, { full_name: "Zoe", password: "seven blue elephants", terms: "yes" });
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

  test("refuses to remove a user's last second factor", async () => {
    const ben = await strict.newMember("Ben");
    const { browser } = await enrol(strict, ben.email);
    const page = await browser.get("/account/two-factors");
    const values = { id: hiddenOn(page.text, "id"), password: ownerPassword };
    const refused = await submit(browser, page, "/account/two-factors/remove", values);
    expect([refused.status, refused.text.includes("add another before you remove")]).toEqual([400, true]);
  });

  test("stops requiring them when an owner says so", async () => {
    const carl = await strict.newMember("Carl");
    expect((await carl.get("/users/me")).status).toBe(401);
    await patchRealm({ require_two_factors: "false" }).expect(200);
    expect((await carl.get("/users/me")).status).toBe(200);
  });
});
