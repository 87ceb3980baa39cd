import * as E from "fp-ts/Either";
import { createRealm } from "../../../src/application/realm/create-realm";
import { aBrowser, type Browser, bySession, fill, loggedIn, submit } from "../../support/http/forms";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";
import {
  codesOn,
  hiddenOn,
  passkeyOptionsOn,
  startLogin,
  submitSecondFactor,
} from "../../support/http/two-factors";
import { type Authenticator, anAuthenticator } from "../../support/servers/passkey-authenticator";

const address = "/account/two-factors/passkey";
const otherHost = "other.chat.example.com";
const otherSite = `http://${otherHost}`;
const evilSite = "http://chat.example.com.evil.example";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const founded = await createRealm(server.services)({
    name: "Other",
    subdomain: "other",
    ownerEmail: "owner@example.com",
    ownerName: "Olga",
    ownerPassword,
  })();
  if (E.isLeft(founded)) throw new Error(founded.left.message);
});
afterAll(() => server.stop());
/** Resets attempt counters, so that tests don't slow each other down. */
beforeEach(async () => {
  await server.database.db.raw("DELETE FROM throttles");
});

interface Page {
  readonly text: string;
}

const open = (browser: Browser) => browser.get(address);

/** Sends the form of the page that sets up a passkey. */
const sendMade = (browser: Browser, page: Page, passkey: string, more: object = {}) =>
  submit(browser, page, address, {
    token: hiddenOn(page.text, "token"),
    name: "My key",
    password: ownerPassword,
    passkey,
    ...more,
  });

const addKey = async (browser: Browser, key: Authenticator) => {
  const page = await open(browser);
  return sendMade(browser, page, key.make(passkeyOptionsOn(page.text)));
};

const isIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get("/json/users/me")).body.result === "success";

const factorsOf = async (browser: Browser) =>
  (await (await bySession(browser)).get("/users/me/two_factors")).body.factors;

/** A member with a passkey, and the browser in which they set it up. */
const withKey = async (name: string, key = anAuthenticator()) => {
  const member = await server.newMember(name);
  const browser = await loggedIn(server, member.email);
  const added = await addKey(browser, key);
  if (added.status !== 200) throw new Error(`No passkey was set up: ${added.status}`);
  return { member, browser, key };
};

/** The status of a login with a password and then the answer to the page's question. */
const logInWith = async ({ email }: Client, answer: (options: string) => string) => {
  const browser = aBrowser(server);
  const page = await startLogin(browser, email);
  const { status } = await submitSecondFactor(browser, page, {
    passkey: answer(passkeyOptionsOn(page.text)),
  });
  return [status, await isIn(browser)];
};
const refused = [401, false];
const accepted = [303, true];

test("a passkey can be set up and used by a page that allows only our own script", async () => {
  const ann = await server.newMember("Yan");
  const browser = await loggedIn(server, ann.email);
  const key = anAuthenticator();
  const page = await open(browser);
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
  expect(await factorsOf(fresh)).toMatchObject([
    { kind: "passkey", name: "My key", last_used: expect.any(Number) },
  ]);
});

describe("setting up a passkey", () => {
  test.each<[string, Parameters<Authenticator["make"]>[1]]>([
    ["made on another site", { origin: evilSite }],
    ["made on another organization's page", { origin: otherSite }],
    ["made over another scheme", { origin: "https://chat.example.com" }],
    ["for another domain", { domain: "evil.example" }],
    ["for another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["that is the response to a login", { type: "webauthn.get" }],
    ["made while nobody was present", { flags: 0x40 }],
  ])("refuses one %s", async (what, lie) => {
    const member = await server.newMember(`Set Up ${what}`);
    const browser = await loggedIn(server, member.email);
    const page = await open(browser);
    const made = anAuthenticator().make(passkeyOptionsOn(page.text), lie);
    expect([(await sendMade(browser, page, made)).status, await factorsOf(browser)]).toEqual([400, []]);
  });

  test("refuses anything that isn't a passkey's answer", async () => {
    const browser = await loggedIn(server, (await server.newMember("Bea")).email);
    for (const passkey of ["", "null", "{}", "[", '{"id":1,"response":{}}', "x".repeat(50_000)])
      expect((await sendMade(browser, await open(browser), passkey)).status).toBe(400);
    expect(await factorsOf(browser)).toEqual([]);
  });

  test("refuses the answer to another page, and another user's page", async () => {
    const [cai, eve] = [await server.newMember("Cai"), await server.newMember("Eve")];
    const [victim, attacker] = [await loggedIn(server, cai.email), await loggedIn(server, eve.email)];
    const [one, other, foreign] = [await open(victim), await open(victim), await open(attacker)];
    const key = anAuthenticator();
    const made = key.make(passkeyOptionsOn(one.text));
    expect((await sendMade(victim, other, made)).status).toBe(400);
    const answered = key.make(passkeyOptionsOn(foreign.text));
    const token = hiddenOn(foreign.text, "token");
    expect((await sendMade(victim, one, answered, { token })).status).not.toBe(200);
    expect(await factorsOf(victim)).toEqual([]);
    expect((await sendMade(victim, one, made)).status).toBe(200);
  });

  test("refuses an answer sent twice", async () => {
    const browser = await loggedIn(server, (await server.newMember("Dot")).email);
    const page = await open(browser);
    const made = anAuthenticator().make(passkeyOptionsOn(page.text));
    expect((await sendMade(browser, page, made)).status).toBe(200);
    expect((await sendMade(browser, page, made)).status).not.toBe(200);
    expect(await factorsOf(browser)).toHaveLength(1);
  });
});

describe("a login with a passkey", () => {
  test.each<[string, Parameters<Authenticator["use"]>[1]]>([
    ["on another site", { origin: evilSite, domain: "chat.example.com" }],
    ["on another organization's page", { origin: otherSite, domain: "chat.example.com" }],
    ["over another scheme", { origin: "https://chat.example.com" }],
    ["for another domain", { domain: "evil.example" }],
    ["for another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["for an empty challenge", { challenge: "" }],
    ["as for setting up", { type: "webauthn.create" }],
    ["while nobody is present", { flags: 0 }],
  ])("is refused if it was answered %s", async (what, lie) => {
    const { member, key } = await withKey(`Log In ${what}`);
    expect(await logInWith(member, (options) => key.use(options, lie))).toEqual(refused);
    expect(await logInWith(member, (options) => key.use(options))).toEqual(accepted);
  });

  test("is refused to another's passkey, to another key with the same id, and to no answer", async () => {
    const { member, key } = await withKey("Fay");
    const { key: ofAnother } = await withKey("Gus");
    for (const answer of [
      (options: string) => ofAnother.use(options),
      (options: string) => key.impostor().use(options),
      () => "null",
      () => "{}",
    ])
      expect(await logInWith(member, answer)).toEqual(refused);
  });

  test("accepts each answer for one login, once", async () => {
    const { member, key } = await withKey("Zoe");
    const [one, other] = [aBrowser(server), aBrowser(server)];
    const challenge = await startLogin(one, member.email);
    const passkey = key.use(passkeyOptionsOn(challenge.text));
    const overheard = await submitSecondFactor(other, await startLogin(other, member.email), { passkey });
    expect(overheard.status).toBe(401);
    expect((await submitSecondFactor(one, challenge, { passkey })).status).toBe(303);
    expect((await submitSecondFactor(one, challenge, { passkey })).status).toBe(401);
  });

  test("is refused to a copy of the device that counts less than the server has seen", async () => {
    const { member, key } = await withKey("Hal", anAuthenticator({ counts: true }));
    const copy = key.clone();
    expect(await logInWith(member, (options) => key.use(options))).toEqual(accepted);
    expect(await logInWith(member, (options) => key.use(options))).toEqual(accepted);
    expect(await logInWith(member, (options) => copy.use(options))).toEqual(refused);
    expect(await logInWith(member, (options) => copy.use(options))).toEqual(refused);
    expect(await logInWith(member, (options) => key.use(options))).toEqual(accepted);
  });

  test("is refused once the passkey is removed", async () => {
    const { member, browser, key } = await withKey("Ida");
    const fresh = aBrowser(server);
    const challenge = await startLogin(fresh, member.email);
    const page = await browser.get("/account/two-factors");
    const form = { id: hiddenOn(page.text, "id"), password: ownerPassword };
    expect((await submit(browser, page, "/account/two-factors/remove", form)).status).toBe(303);
    const passkey = key.use(passkeyOptionsOn(challenge.text));
    expect((await submitSecondFactor(fresh, challenge, { passkey })).status).not.toBe(303);
    expect(await isIn(fresh)).toBe(false);
  });
});

describe("a person with the same address in two organizations", () => {
  const logIn = async (host: string): Promise<Browser> => {
    const browser = aBrowser(server, host);
    await fill(browser, "/login", { username: "owner@example.com", password: ownerPassword });
    return browser;
  };

  test("logs in to each with its own passkey only", async () => {
    const [here, there] = [anAuthenticator(), anAuthenticator({ origin: otherSite })];
    const firstPage = await open(await logIn("chat.example.com"));
    const stranger = await logIn(otherHost);
    const secondPage = await open(stranger);
    // The token and the challenge of one organization's page are worth nothing at the other.
    const foreign = here.make(passkeyOptionsOn(firstPage.text), { origin: otherSite, domain: otherHost });
    const token = hiddenOn(firstPage.text, "token");
    expect((await sendMade(stranger, secondPage, foreign, { token })).status).not.toBe(200);
    expect((await addKey(await logIn("chat.example.com"), here)).status).toBe(200);
    expect((await addKey(stranger, there)).status).toBe(200);

    const answerAt = async (host: string, answer: (options: string) => string) => {
      const browser = aBrowser(server, host);
      const page = await startLogin(browser, "owner@example.com");
      const passkey = answer(passkeyOptionsOn(page.text));
      return (await submitSecondFactor(browser, page, { passkey })).status;
    };
    const atOther = { origin: otherSite, domain: otherHost };
    const atFirst = { origin: "http://chat.example.com", domain: "chat.example.com" };
    expect(await answerAt(otherHost, (options) => here.use(options))).toBe(401);
    expect(await answerAt(otherHost, (options) => here.use(options, atOther))).toBe(401);
    expect(await answerAt("chat.example.com", (options) => there.use(options))).toBe(401);
    expect(await answerAt("chat.example.com", (options) => there.use(options, atFirst))).toBe(401);
    expect(await answerAt("chat.example.com", (options) => here.use(options))).toBe(303);
    expect(await answerAt(otherHost, (options) => there.use(options))).toBe(303);

    const [one, other] = [aBrowser(server), aBrowser(server, otherHost)];
    const half = await startLogin(one, "owner@example.com");
    const elsewhere = { text: (await other.get("/login")).text + half.text };
    const passkey = here.use(passkeyOptionsOn(half.text));
    expect((await submitSecondFactor(other, elsewhere, { passkey })).status).toBe(410);
  });
});
