import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Visitor } from "../support/browser/visitor";
import { byRcFile, onServer } from "../support/clients/zulip-client";
import { firstRealm, ownerPassword, type Program } from "../support/program/child-server";
import { installation } from "../support/program/installation";
import { linkIn, mailServer } from "../support/servers/line-process";

const parley = installation();
let mail: Awaited<ReturnType<typeof mailServer>>;
let settings: NodeJS.ProcessEnv;
let url: string;

const start = async (): Promise<Program> => {
  const program = parley.run("main", settings);
  url = await program.url();
  return program;
};

beforeAll(async () => {
  mail = await mailServer();
  settings = {
    ...firstRealm,
    PARLEY_SMTP_URL: mail.url,
    PARLEY_MAIL_FROM: "Example chat <chat@example.com>",
  };
  await start();
});
afterAll(() => mail.stop());

const invite = async (email: string, more: object = {}) => {
  const owner = await onServer(url, "owner@example.com", ownerPassword);
  return owner.callEndpoint("/invites", "POST", {
    invitee_emails: email,
    stream_ids: "[]",
    include_realm_default_subscriptions: "true",
    ...more,
  });
};

test("an invitation arrives by mail, its link creates an account, and the account's .zuliprc sends a message", async () => {
  expect(await invite("zoe@example.org")).toMatchObject({ result: "success" });
  const invitation = await mail.mailTo("zoe@example.org", "invited you");
  expect(invitation.from).toContain("chat@example.com");
  expect(invitation.html).toContain(linkIn(invitation));

  const zoe = new Visitor();
  const form = await zoe.open(linkIn(invitation));
  expect([form.status, form.text.includes("zoe@example.org")]).toEqual([200, true]);
  const chat = await zoe.send(form, "full_name", {
    full_name: "Zoe Zander",
    password: "seven blue elephants",
  });
  const account = await zoe.open(`${url}/account`);
  expect([chat.url, account.text.includes("Zoe Zander")]).toEqual([`${url}/`, true]);

  const rc = await zoe.send(account, "password", { password: "seven blue elephants", as: "file" });
  expect(rc.headers.get("Content-Disposition")).toBe("attachment; filename=.zuliprc");
  const client = await byRcFile(rc.text);
  const sent = await client.messages.send({
    type: "stream",
    to: "general",
    topic: "hello",
    content: "I am here",
  });
  expect(sent).toMatchObject({ result: "success" });
  const owner = await onServer(url, "owner@example.com", ownerPassword);
  const { messages } = await owner.messages.retrieve({ anchor: "newest", num_before: 5, num_after: 0 });
  expect(messages.map(({ content }) => content).join()).toContain("I am here");
  expect(messages.map(({ content }) => content).join()).toContain("accepted your invitation");

  const again = await new Visitor().open(linkIn(invitation));
  expect([again.status, again.text.includes("has already been used")]).toEqual([410, true]);
});

test("mail that was being sent when the server was killed is sent after the next start", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const spoken = once(silent, "connection");
  await parley.kill("SIGTERM");
  const working = settings;
  settings = { ...settings, PARLEY_SMTP_URL: `smtp://127.0.0.1:${port}` };
  const program = await start();
  expect(await invite("later@example.org")).toMatchObject({ result: "success" });
  await spoken;
  await program.kill("SIGKILL");
  settings = working;
  await start();
  expect((await mail.mailTo("later@example.org", "invited you")).to).toEqual(["later@example.org"]);
  silent.close();
});

test("a link replaces a forgotten password once, and ends every session", async () => {
  const [owner, elsewhere] = [new Visitor(), new Visitor()];
  const login = await elsewhere.open(`${url}/login`);
  const inside = await elsewhere.send(login, "username", {
    username: "owner@example.com",
    password: ownerPassword,
  });
  expect(inside.url).toBe(`${url}/`);
  expect((await mail.mailTo("owner@example.com", "New login")).text).toContain("Visitor of the tests");

  const asked = await owner.send(await owner.open(`${url}/accounts/password/reset`), "email", {
    email: "owner@example.com",
  });
  expect(asked.text).toContain("a link is on its way");
  const link = linkIn(await mail.mailTo("owner@example.com", "Reset your password"));
  const form = await owner.open(link);
  const weak = await owner.send(form, "password", { password: "password1" });
  expect([weak.status, weak.text.includes("too weak")]).toEqual([400, true]);
  const done = await owner.send(form, "password", { password: "nine green kangaroos" });
  expect(done.url).toBe(`${url}/`);
  expect((await owner.open(link)).status).toBe(410);
  expect((await elsewhere.open(`${url}/account`)).url).toBe(`${url}/login`);
  const old = await elsewhere.send(await elsewhere.open(`${url}/login`), "username", {
    username: "owner@example.com",
    password: ownerPassword,
  });
  expect([old.status, old.text.includes("Your username or password is incorrect")]).toEqual([401, true]);
  expect((await mail.mailTo("owner@example.com", "has changed")).text).toContain("new password");
});
