import { createDecipheriv } from "node:crypto";
import { type Shown, Visitor } from "../support/browser/visitor";
import { onServer } from "../support/clients/zulip-client";
import { codeOf, codesOn, secretOn } from "../support/http/two-factors";
import { firstRealm, ownerPassword } from "../support/program/child-server";
import { installation } from "../support/program/installation";
import { freePort, LineProcess } from "../support/servers/line-process";

const parley = installation();
let provider: LineProcess;
let url: string;
let providerUrl: string;

beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()];
  provider = new LineProcess(
    "openid-provider.mjs",
    `${providerPort}`,
    `http://127.0.0.1:${port}/complete/oidc`,
  );
  providerUrl = `http://127.0.0.1:${providerPort}`;
  await provider.line("its address", () => true);
  const program = parley.run("main", {
    ...firstRealm,
    PARLEY_PORT: `${port}`,
    PARLEY_OIDC_ISSUER: providerUrl,
    PARLEY_OIDC_CLIENT_ID: "parley",
    PARLEY_OIDC_CLIENT_SECRET: "a secret of the provider",
    PARLEY_OIDC_NAME: "Example login",
  });
  url = await program.url();
});
afterAll(() => provider.stop());

/** Goes through the provider's own pages as the given person. */
const signOn = async (visitor: Visitor, name: string, query = ""): Promise<Shown> => {
  const login = await visitor.open(`${url}/accounts/login/social/oidc${query}`);
  const consent = await visitor.send(login, "login", { login: name, password: "any", prompt: "login" });
  return visitor.send(consent, "prompt", { prompt: "consent" });
};
const owner = () => onServer(url, "owner@example.com", ownerPassword);
const people = async (): Promise<readonly string[]> => {
  const { members } = (await (await owner()).callEndpoint("/users", "GET", {})) as {
    members: { delivery_email: string }[];
  };
  return members.map(({ delivery_email }) => delivery_email);
};

test("the login page offers the provider", async () => {
  expect((await new Visitor().open(`${url}/login`)).text).toContain("Log in with Example login");
});

test("a person without an invitation gets no account", async () => {
  const shown = await signOn(new Visitor(), "stranger");
  expect([shown.status, shown.text.includes("need an invitation")]).toEqual([400, true]);
  expect(await people()).not.toContain("stranger@example.org");
});

test("an invited person creates an account without a password, and logs in with the provider again", async () => {
  await (await owner()).callEndpoint("/invites", "POST", {
    invitee_emails: "ada@example.org",
    stream_ids: "[]",
  });
  const ada = new Visitor();
  const form = await signOn(ada, "ada");
  expect([form.text.includes('value="Ada Example"'), form.text.includes('type="password"')]).toEqual([
    true,
    false,
  ]);
  const chat = await ada.send(form, "full_name", { full_name: "Ada Lovelace" });
  const account = await ada.open(`${url}/account`);
  expect([chat.url, account.text.includes("Ada Lovelace")]).toEqual([`${url}/`, true]);
  expect(await people()).toContain("ada@example.org");
  const rc = await ada.send(account, "/account/api-key", { as: "file" });
  expect(rc.text).toMatch(/^\[api\]\nemail=ada@example.org\nkey=\w{32}\nsite=http/);
  const again = await signOn(new Visitor(), "ada", "?next=/account");
  expect([again.url, again.text.includes("Ada Lovelace")]).toEqual([`${url}/account`, true]);
});

test("a mobile app receives the key encrypted with its one-time pad", async () => {
  const pad = "5a".repeat(32);
  const left = await signOn(new Visitor(), "ada", `?mobile_flow_otp=${pad}`);
  const answer = new URL(left.url);
  expect([answer.protocol, answer.searchParams.get("email")]).toEqual(["zulip:", "ada@example.org"]);
  expect(answer.searchParams.get("realm")).toBe(url);
  const padded = Buffer.from(answer.searchParams.get("otp_encrypted_api_key") ?? "", "hex");
  const key = padded.map((byte) => byte ^ 0x5a).toString();
  const own = await fetch(`${url}/api/v1/users/me`, {
    headers: { Authorization: `Basic ${Buffer.from(`ada@example.org:${key}`).toString("base64")}` },
  });
  expect(await own.json()).toMatchObject({ result: "success", full_name: "Ada Lovelace" });
});

test("the desktop app logs in with a token that its user copied in the browser, once", async () => {
  const key = "5a".repeat(32);
  const app = new Visitor({ "User-Agent": "Mozilla/5.0 ZulipElectron/5.12.4 Chrome/138" });
  const waiting = await app.open(`${url}/accounts/login/social/oidc?next=/account`);
  expect(waiting.text).toContain("Log in with your browser");
  const copied = await signOn(new Visitor(), "ada", `?next=/account&desktop_flow_otp=${key}`);
  const code = Buffer.from(/value="([0-9a-f]+)"/.exec(copied.text)?.[1] ?? "", "hex");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), code.subarray(0, 12));
  decipher.setAuthTag(code.subarray(-16));
  const token = `${decipher.update(code.subarray(12, -16), undefined, "utf8")}${decipher.final("utf8")}`;
  const account = await app.send(waiting, "token", { token });
  expect([account.url, account.text.includes("Ada Lovelace")]).toEqual([`${url}/account`, true]);
  const again = new Visitor({ "User-Agent": "ZulipElectron/5.12.4" });
  const refused = await again.send(await again.open(waiting.url), "token", { token });
  expect([refused.status, refused.text.includes("This code doesn&#39;t work")]).toEqual([410, true]);
  expect(again.cookie(url, "sessionid")).toBeUndefined();
});

test("somebody who creates an account on the way to an app gets there with it", async () => {
  await (await owner()).callEndpoint("/invites", "POST", {
    invitee_emails: "ben@example.org,cleo@example.org",
    stream_ids: "[]",
  });
  const join = async (name: string, query: string) => {
    const visitor = new Visitor();
    return visitor.send(await signOn(visitor, name, query), "full_name", { full_name: name });
  };
  const key = "5a".repeat(32);
  expect((await join("ben", `?desktop_flow_otp=${key}`)).text).toContain('data-copy="code"');
  expect((await join("cleo", `?mobile_flow_otp=${key}`)).text).toContain('href="zulip://login?');
});

test("a person is known by the provider's identifier, not by their current address", async () => {
  const move = (of: string, is: string) => fetch(`${providerUrl}/mailbox?of=${of}&is=${is}`);
  for (const mailbox of ["countess", "unconfirmed"]) {
    await move("ada", mailbox);
    const moved = await signOn(new Visitor(), "ada", "?next=/account");
    expect([moved.url, moved.text.includes("Ada Lovelace")]).toEqual([`${url}/account`, true]);
  }
  await move("mallory", "ada");
  const mallory = await signOn(new Visitor(), "mallory", "?next=/account");
  expect([mallory.status, mallory.text.includes("belongs to somebody else")]).toEqual([403, true]);
  expect(mallory.text).not.toContain("Ada Lovelace");
});

test("a user with a second factor must present it too, in browsers and apps, whatever the provider says", async () => {
  await fetch(`${providerUrl}/mailbox?of=ada&is=ada`);
  const ada = new Visitor();
  await signOn(ada, "ada");
  const app = await ada.open(`${url}/account/two-factors/app`);
  const secret = secretOn(app.text);
  const done = await ada.send(app, "code", { code: codeOf(secret) });
  expect(codesOn(done.text)).toHaveLength(10);

  const again = new Visitor();
  const asked = await signOn(again, "ada", "?next=/account");
  expect([asked.text.includes("One more step"), again.cookie(url, "sessionid")]).toEqual([true, undefined]);
  const account = await again.send(asked, "code", { code: codeOf(secret, 1) });
  expect([account.url, account.text.includes("Ada Lovelace")]).toEqual([`${url}/account`, true]);
  // Users without a password confirm their identity with a code.
  const refused = await again.send(account, "/account/api-key", { as: "text", factor_code: "000000" });
  expect([refused.status, /\w{32}/.test(refused.text.replace(/<(input|link|script)[^>]*>/g, ""))]).toEqual([
    401,
    false,
  ]);
  const [recovery = "", another = ""] = codesOn(done.text);
  const shown = await again.send(account, "/account/api-key", { as: "text", factor_code: recovery });
  expect(shown.text).toContain("Your API key is");

  const phone = new Visitor();
  const asks = await signOn(phone, "ada", `?mobile_flow_otp=${"5a".repeat(32)}`);
  expect([asks.url.startsWith("zulip:"), asks.text.includes("zulip://")]).toEqual([false, false]);
  const back = await phone.send(asks, "code", { code: another });
  expect(back.text).toContain('href="zulip://login?');

  const desktop = await signOn(new Visitor(), "ada", `?desktop_flow_otp=${"5a".repeat(32)}`);
  expect([desktop.text.includes("factor"), desktop.text.includes('data-copy="code"')]).toEqual([true, false]);
});

test("an address that the provider hasn't confirmed identifies nobody", async () => {
  const shown = await signOn(new Visitor(), "unconfirmed");
  expect([shown.status, shown.url.startsWith(url)]).toEqual([403, true]);
});

test("an answer that this browser didn't request, or that was changed, logs nobody in", async () => {
  const visitor = new Visitor();
  expect((await visitor.open(`${url}/complete/oidc?code=x&state=y`)).status).toBe(403);
  await visitor.open(`${url}/accounts/login/social/oidc`);
  const forged = await visitor.open(`${url}/complete/oidc?code=guess&state=guess`);
  expect(forged.status).toBe(403);
  expect((await visitor.open(`${url}/account`)).url).toBe(`${url}/login`);
});
