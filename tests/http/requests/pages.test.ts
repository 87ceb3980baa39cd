import request, { type Test } from "supertest";
import { createRealm } from "../../../src/application/realm/create-realm";
import { firstRealmPath } from "../../../src/application/realm/first-realm-path";
import { joinRealm } from "../../../src/application/sign-up/join-realm";
import { aVisitor } from "../../support/application/fakes";
import { anInvitation, aUser } from "../../support/builders/entities";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
});
afterAll(() => server.stop());

const formToken = (text: string): string =>
  /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? "";
const aBrowser = () => request.agent(server.http).set("Host", "chat.example.com");
type Browser = ReturnType<typeof aBrowser>;
/** Opens a page and submits its form. */
const fill = async (browser: Browser, path: string, values: object, to = path): Promise<Test> => {
  const page = await browser.get(path);
  return browser
    .post(to)
    .type("form")
    .send({ csrfmiddlewaretoken: formToken(page.text), ...values });
};
const logIn = async (email = "owner@example.com"): Promise<Browser> => {
  const browser = aBrowser();
  const answer = await fill(browser, "/login", { username: email, password: ownerPassword });
  expect([(await answer).status, (await answer).headers.location]).toEqual([303, "/"]);
  return browser;
};
const mailsTo = async (email: string) =>
  (await server.mails()).filter((mail) => mail.startsWith(`Mail to ${email},`));
const pathIn = (mail = ""): string => /http:\/\/chat\.example\.com(\/\S+)/.exec(mail)?.[1] ?? "";
const people = async () => [...(await server.services.directory.newest(server.realmId)).users.values()];
const account = { full_name: "Zoe", password: "seven blue elephants" };

test("every page forbids framing and caching, and runs no script but the one it names", async () => {
  for (const path of ["/login", "/register", "/accounts/password/reset", "/join/guess"]) {
    const { headers, text } = await aBrowser().get(path);
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    expect([headers["cache-control"], headers["referrer-policy"]]).toEqual(["no-store", "same-origin"]);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).not.toMatch(/style=| on\w+=/);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    const own = path === "/login" ? ["/static/login.js"] : [];
    expect(text.match(/<script[\s\S]*?<\/script>/g) ?? []).toEqual(
      own.map((source) => `<script nonce="${nonce}" src="${source}" defer></script>`),
    );
    expect(policy.includes("script-src")).toBe(own.length > 0);
  }
});

test("the session cookie is HttpOnly and SameSite, and the database doesn't hold its secret", async () => {
  const browser = aBrowser();
  const answer = await fill(browser, "/login", { username: "owner@example.com", password: ownerPassword });
  const [session] = ((await answer).headers["set-cookie"] ?? []) as unknown as string[];
  expect(session).toMatch(/^sessionid=[\w-]+\.[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  const { rows } = await server.database.db.raw("SELECT id FROM sessions");
  const token = /^sessionid=([^;]+)/.exec(session ?? "")?.[1] ?? "";
  expect(JSON.stringify(rows)).not.toContain(token.split(".")[0]);
});

describe("forms", () => {
  const post = (browser: Browser, values: object, headers: Record<string, string> = {}) =>
    browser.post("/login").set(headers).type("form").send(values);
  const right = { username: "owner@example.com", password: ownerPassword };

  test("are refused without their CSRF token", async () => {
    const browser = aBrowser();
    await browser.get("/login");
    expect((await post(browser, right)).status).toBe(403);
    expect((await post(browser, { ...right, csrfmiddlewaretoken: "x".repeat(32) })).status).toBe(403);
    expect((await post(aBrowser(), { ...right, csrfmiddlewaretoken: "" })).status).toBe(403);
    const twice = "csrfmiddlewaretoken=a&csrfmiddlewaretoken=b&username=x&username=y&password=";
    expect((await browser.post("/login").type("form").send(twice)).status).toBe(403);
  });

  test("are refused from another site, even with the token", async () => {
    const browser = aBrowser();
    const csrfmiddlewaretoken = formToken((await browser.get("/login")).text);
    const evil = { Origin: "https://evil.example" };
    expect((await post(browser, { ...right, csrfmiddlewaretoken }, evil)).status).toBe(403);
    expect((await post(browser, { ...right, csrfmiddlewaretoken }, { Origin: "null" })).status).toBe(403);
    const own = { Origin: "http://chat.example.com" };
    expect((await post(browser, { ...right, csrfmiddlewaretoken }, own)).status).toBe(303);
  });
});

describe("logging in", () => {
  test("starts with the address that a link names", async () => {
    const { text } = await aBrowser().get("/login?email=%22zoe%22%40example.org");
    expect(text).toContain('value="&quot;zoe&quot;@example.org"');
  });

  test("leads to the requested page, on this site only", async () => {
    const locationFor = async (next: string) => {
      const answer = await fill(aBrowser(), "/login", {
        username: "OWNER@example.com ",
        password: ownerPassword,
        next,
      });
      return (await answer).headers.location;
    };
    expect(await locationFor("/development/mail?x=1")).toBe("/development/mail?x=1");
    for (const next of ["https://evil.example", "//evil.example", "/\\evil.example", "", "account", "/\nx"])
      expect(await locationFor(next)).toBe("/");
  });

  test("with a wrong password or address is refused in the same words, without echoing markup", async () => {
    for (const username of ["owner@example.com", '"><b>x</b>@example.com']) {
      const { status, text } = await fill(aBrowser(), "/login", { username, password: "wrong" });
      expect([status, text.includes("Your username or password is incorrect")]).toEqual([401, true]);
      expect(text).not.toContain("<b>");
    }
  });

  test("is throttled for guessers, across pages and API", async () => {
    await server.append({ type: "user_created", user: aUser({ id: 900, email: "guessed@example.com" }) });
    for (let guess = 0; guess < 5; guess += 1)
      await fill(aBrowser(), "/login", { username: "guessed@example.com", password: `guess ${guess}` });
    for (let guess = 0; guess < 5; guess += 1)
      await request(server.http)
        .post("/api/v1/fetch_api_key")
        .type("form")
        .send({ username: "guessed@example.com", password: `guess ${guess}` });
    const { status, text } = await fill(aBrowser(), "/login", {
      username: "guessed@example.com",
      password: ownerPassword,
    });
    expect([status, /Wait 10 minutes/.test(text)]).toEqual([429, true]);
  });

  test("sends a mail, unless the user turned that off", async () => {
    const ann = await server.newMember("Ann");
    await logIn(ann.email);
    expect((await mailsTo(ann.email))[0]).toMatch(/New login to Example[\s\S]*With: /);
    await ann.patch("/settings", { enable_login_emails: false }).expect(200);
    await logIn(ann.email);
    expect(await mailsTo(ann.email)).toHaveLength(1);
  });

  test("ends with logging out, even for a copy of the cookie", async () => {
    const browser = await logIn();
    const copy = browser.jar.getCookie("sessionid", {
      path: "/",
      domain: "127.0.0.1",
      secure: false,
      script: false,
    });
    const answer = await fill(browser, "/account", {}, "/logout");
    expect((await answer).headers.location).toBe("/login");
    const { status } = await request(server.http).get("/account").set("Cookie", `sessionid=${copy?.value}`);
    expect(status).toBe(303);
  });
});

describe("a session", () => {
  test("authenticates /json as a key does /api/v1, with a CSRF token for changes", async () => {
    const browser = await logIn();
    const own = await browser.get("/json/users/me");
    expect(own.body).toMatchObject({ result: "success", email: "owner@example.com" });
    const token = formToken((await browser.get("/account")).text);
    const send = (headers: Record<string, string>) =>
      browser.post("/json/users/me/status").set(headers).type("form").send({ status_text: "here" });
    expect((await send({})).body).toEqual({
      result: "error",
      code: "CSRF_FAILED",
      reason: "CSRF token missing or incorrect.",
      msg: "CSRF error: CSRF token missing or incorrect.",
    });
    expect((await send({ "X-CSRFToken": token, Origin: "https://evil.example" })).status).toBe(403);
    expect((await send({ "X-CSRFToken": token })).body).toMatchObject({ result: "success" });
    // Even on endpoints that don't need a session.
    const register = (headers: Record<string, string>) =>
      browser.post("/json/register").set(headers).type("form").send({ event_types: '["message"]' });
    expect((await register({})).body.code).toBe("CSRF_FAILED");
    expect((await register({ "X-CSRFToken": token })).body.queue_id).toEqual(expect.any(String));
  });

  test("works on /json only, and a key on /api/v1 only", async () => {
    const browser = await logIn();
    expect((await browser.get("/api/v1/users/me")).status).toBe(401);
    const { status, headers, body } = await request(server.http)
      .get("/json/users/me")
      .auth(owner.email, owner.apiKey);
    expect([status, headers["www-authenticate"], body.code]).toEqual([
      401,
      'Session realm="zulip"',
      "UNAUTHORIZED",
    ]);
    const guessed = await request(server.http).get("/json/users/me").set("Cookie", "sessionid=guess.guess");
    expect(guessed.status).toBe(401);
  });

  test("survives a restart", async () => {
    const browser = await logIn();
    const cookie = browser.jar.getCookie("sessionid", {
      path: "/",
      domain: "127.0.0.1",
      secure: false,
      script: false,
    });
    const again = await server.restarted();
    const { body } = await request(again.http)
      .get("/json/users/me")
      .set("Cookie", `sessionid=${cookie?.value}`);
    expect(body).toMatchObject({ result: "success", email: "owner@example.com" });
    await again.close();
  });

  test("ends with the account", async () => {
    const bea = await server.newMember("Bea");
    const browser = await logIn(bea.email);
    await owner.delete(`/users/${bea.id}`).expect(200);
    expect((await browser.get("/json/users/me")).status).toBe(401);
    expect((await browser.get("/account")).headers.location).toBe("/login");
  });

  test("is listed, and can be ended from another session", async () => {
    const cleo = await server.newMember("Cleo");
    const [one, other] = [await logIn(cleo.email), await logIn(cleo.email)];
    expect((await one.get("/account")).text.match(/last seen/g)).toHaveLength(2);
    await fill(one, "/account", { id: "others" }, "/account/sessions");
    expect([(await one.get("/account")).status, (await other.get("/account")).status]).toEqual([200, 303]);
  });
});

describe("my account", () => {
  test("shows the API key and a .zuliprc for the password only", async () => {
    const browser = await logIn();
    const wrong = await fill(browser, "/account", { password: "wrong", as: "text" }, "/account/api-key");
    expect([wrong.status, wrong.text.includes(owner.apiKey)]).toEqual([401, false]);
    const shown = await fill(
      browser,
      "/account",
      { password: ownerPassword, as: "text" },
      "/account/api-key",
    );
    expect(shown.text).toContain(owner.apiKey);
    const file = await fill(browser, "/account", { password: ownerPassword, as: "file" }, "/account/api-key");
    expect(file.headers["content-disposition"]).toBe("attachment; filename=.zuliprc");
    expect(file.text).toBe(
      `[api]\nemail=owner@example.com\nkey=${owner.apiKey}\nsite=http://chat.example.com\n`,
    );
  });

  test("needs a login", async () => {
    for (const path of ["/account", "/"]) {
      const { status, headers } = await aBrowser().get(path);
      expect([status, headers.location]).toEqual([303, "/login"]);
    }
  });

  test("changes the address once by a link mailed to the new one, and notifies the old one", async () => {
    const dora = await server.newMember("Dora");
    const browser = await logIn(dora.email);
    const password = ownerPassword;
    const taken = await fill(browser, "/account", { email: "owner@example.com", password }, "/account/email");
    expect([taken.status, taken.text.includes("Already has an account.")]).toEqual([400, true]);
    expect(taken.text).toContain('value="owner@example.com"');
    const submitted = await fill(
      browser,
      "/account",
      { email: "dora@example.org", password },
      "/account/email",
    );
    expect(submitted.text).toContain("A link is on its way to dora@example.org");
    const [mail] = await mailsTo("dora@example.org");
    const link = pathIn(mail);
    expect((await people()).find(({ id }) => id === dora.id)?.email).toBe(dora.email);
    expect((await fill(browser, link, {})).text).toContain("dora@example.org");
    expect((await people()).find(({ id }) => id === dora.id)?.email).toBe("dora@example.org");
    expect((await fill(browser, link, {})).status).toBe(410);
    expect((await mailsTo(dora.email)).join()).toContain("has changed");
  });

  test("can request the same link through the API", async () => {
    const emil = await server.newMember("Emil");
    await emil.patch("/settings", { email: "emil@example.org" }).expect(200);
    expect(await mailsTo("emil@example.org")).toHaveLength(1);
    await owner.patch("/realm", { email_changes_disabled: true }).expect(200);
    expect((await emil.patch("/settings", { email: "emil2@example.org" })).body.msg).toBe(
      "Email address changes are disabled in this organization.",
    );
    await owner.patch("/realm", { email_changes_disabled: false }).expect(200);
  });
});

describe("an invitation", () => {
  const invite = async (email: string): Promise<string> => {
    await owner.post("/invites", { invitee_emails: email, stream_ids: [1] }).expect(200);
    return pathIn((await mailsTo(email)).at(-1));
  };

  test("creates an account and logs in", async () => {
    const link = await invite("zoe@example.org");
    const browser = aBrowser();
    expect((await browser.get(link)).text).toContain("Olive Owner has invited you.");
    const answer = await fill(browser, link, account);
    expect([answer.status, answer.headers.location]).toEqual([303, "/"]);
    expect((await browser.get("/account")).text).toContain("zoe@example.org");
    expect(await mailsTo("zoe@example.org")).toHaveLength(1);
  });

  test("submitted twice at once creates one account", async () => {
    const link = await invite("twice@example.org");
    const answers = await Promise.all(
      [aBrowser(), aBrowser()].map((browser) => fill(browser, link, account)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect((await people()).filter(({ email }) => email === "twice@example.org")).toHaveLength(1);
  });

  test("opened on two nodes at once creates one account", async () => {
    const link = await invite("nodes@example.org");
    const again = await server.restarted();
    const token = link.split("/join/")[1] ?? "";
    const account = { fullName: "N", password: "seven blue elephants" };
    const outcomes = await Promise.all(
      [server, again].map(({ services }) =>
        joinRealm(services)(aVisitor(server.realmId), { purpose: "invitation", token }, account)(),
      ),
    );
    expect(outcomes.map(({ _tag }) => _tag).sort()).toEqual(["Left", "Right"]);
    await again.close();
  });

  test("with an invalid form shows the errors and keeps the input", async () => {
    const link = await invite("typo@example.org");
    const { status, text } = await fill(aBrowser(), link, {
      ...account,
      full_name: "<Zoe>",
      password: "password",
    });
    expect([status, text.includes('role="alert"'), text.includes('value="&lt;Zoe&gt;"')]).toEqual([
      400,
      true,
      true,
    ]);
    expect(text).not.toContain('value="password"');
  });

  test("asks nobody to agree to terms that no page shows", async () => {
    const { text } = await aBrowser().get(await invite("terms@example.org"));
    expect(text).toContain('name="full_name"');
    expect(text).not.toMatch(/checkbox|terms of/);
  });

  test.each([
    ["expired", { expiresAt: Date.now() - 1000 }, 410, "has expired"],
    ["revoked", { status: "revoked" as const }, 410, "has been withdrawn"],
    ["used", { status: "used" as const }, 410, "has already been used"],
  ])("that is %s shows why and creates nothing", async (_, more, status, words) => {
    const id = 700 + (await people()).length + words.length;
    await server.append({ type: "invitations_made", invitations: [anInvitation({ id, ...more })] });
    const token = server.linkTokens.write("invitation", { realm: server.realmId, invitation: id });
    const before = await people();
    const shown = await aBrowser().get(`/join/${token}`);
    expect([shown.status, shown.text.includes(words)]).toEqual([status, true]);
    const csrf = await aBrowser().get("/login");
    const browser = aBrowser();
    await browser.get("/login");
    const sent = await fill(browser, "/login", account, `/join/${token}`);
    expect([sent.status, sent.text.includes(words), csrf.status]).toEqual([status, true, 200]);
    expect(await people()).toEqual(before);
  });

  test("with a forged link shows an error", async () => {
    const link = await invite("guess@example.org");
    for (const path of ["/join/guess", `${link}x`, link.replace("/join/", "/accounts/confirm/")]) {
      const { status, text } = await aBrowser().get(path);
      expect([status, text.includes("invalid or incomplete")]).toEqual([404, true]);
    }
  });

  test("for another organization shows an error", async () => {
    const founded = await createRealm(server.services)({
      name: "Other",
      subdomain: "other",
      ownerEmail: "olga@example.com",
      ownerName: "Olga",
    })();
    expect(founded._tag).toBe("Right");
    const link = await invite("elsewhere@example.org");
    const { status, text } = await request(server.http).get(link).set("Host", "other.chat.example.com");
    expect([status, text.includes("for another organization")]).toEqual([410, true]);
  });

  test("by a reusable link asks for an address and confirms it first", async () => {
    const created = await owner.post("/invites/multiuse", { stream_ids: [1] });
    const link = pathIn(created.body.invite_link);
    const submitted = await fill(aBrowser(), link, { email: "many@example.org" });
    expect(submitted.text).toContain("Check your email");
    const confirm = pathIn((await mailsTo("many@example.org"))[0]);
    expect(confirm).toMatch(/^\/accounts\/confirm\//);
    expect((await fill(aBrowser(), confirm, { ...account, full_name: "Many" })).status).toBe(303);
    expect((await fill(aBrowser(), "/login", account, confirm)).status).toBe(410);
  });
});

describe("signing up", () => {
  test("needs an invitation, unless the organization is open", async () => {
    expect((await aBrowser().get("/register")).text).toContain("by invitation only");
    await owner.patch("/realm", { invite_required: false }).expect(200);
    expect((await aBrowser().get("/login")).text).toContain('href="/register"');
    const refused = await fill(aBrowser(), "/register", { email: "not an address" });
    expect(refused.text).toContain('value="not an address"');
    await fill(aBrowser(), "/register", { email: "open@example.org" });
    const confirm = pathIn((await mailsTo("open@example.org"))[0]);
    const browser = aBrowser();
    expect((await fill(browser, confirm, { ...account, full_name: "Open" })).status).toBe(303);
    await owner.patch("/realm", { invite_required: true }).expect(200);
  });
});

describe("a forgotten password", () => {
  test("gets the same page whether or not the address has an account", async () => {
    const before = (await server.mails()).length;
    const known = await fill(aBrowser(), "/accounts/password/reset", { email: "owner@example.com" });
    const unknown = await fill(aBrowser(), "/accounts/password/reset", { email: "unknown@example.com" });
    expect(known.text.replaceAll("owner@", "")).toBe(unknown.text.replaceAll("unknown@", ""));
    expect((await server.mails()).slice(before)).toHaveLength(1);
  });

  test("of a deactivated account gets a mail that says so", async () => {
    const fay = await server.newMember("Fay");
    await owner.delete(`/users/${fay.id}`).expect(200);
    await fill(aBrowser(), "/accounts/password/reset", { email: fay.email });
    expect((await mailsTo(fay.email)).at(-1)).toContain("has been deactivated");
  });

  test("can be reset by the link until the next password", async () => {
    const gil = await server.newMember("Gil");
    for (let again = 0; again < 2; again += 1)
      await fill(aBrowser(), "/accounts/password/reset", { email: gil.email });
    const [first, second] = (await mailsTo(gil.email)).map(pathIn);
    expect((await fill(aBrowser(), first ?? "", { password: "nine green kangaroos" })).status).toBe(303);
    expect((await aBrowser().get(second ?? "")).status).toBe(410);
    expect((await aBrowser().get(`${first}x`)).status).toBe(404);
  });
});

test("the first organization is created by the link the server prints, and only by it", async () => {
  const path = firstRealmPath(server.services)();
  expect((await aBrowser().get(path)).text).toContain("has already been used");
  expect((await aBrowser().get("/new/guess")).status).toBe(404);
  const form = { name: "Third", full_name: "T", email: "t@example.com", password: "seven blue elephants" };
  expect((await fill(aBrowser(), "/login", form, path)).status).toBe(410);
  const { rows } = await server.database.db.raw("SELECT count(*) FROM realms WHERE name = 'Third'");
  expect(rows).toEqual([{ count: 0 }]);
});
