import { onlyUser } from "../../src/domain/group-setting";
import { defaultRealmSettings } from "../../src/domain/realm-settings";
import type { User } from "../../src/domain/user";
import { aChannel, aGroup, anInvitation, aUser } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";

let server: TestServer;
let owner: Client;
let lastId = 500;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await server.append(
    { type: "channel_created", channel: aChannel({ id: 60, name: "open" }) },
    { type: "channel_created", channel: aChannel({ id: 61, name: "secret", privacy: "private" }) },
    { type: "group_created", group: aGroup({ id: 70, name: "staff" }) },
  );
});
afterAll(() => server.stop());

const add = async (more: Partial<User> = {}): Promise<Client> => {
  lastId += 1;
  const user = aUser({ id: lastId, joinedAt: Date.now() - 90 * 86_400_000, ...more });
  await server.append({ type: "user_created", user });
  return server.clientOf(user);
};
const invite = (client: Client, emails: string, more: object = {}) =>
  client.post("/invites", { invitee_emails: emails, stream_ids: [], ...more });
const listed = async (client: Client) => (await client.get("/invites")).body.invites as { id: number }[];
const mailsTo = async (email: string) =>
  (await server.mails()).filter((mail) => mail.startsWith(`Mail to ${email},`));
const setRealm = (settings: object) => owner.patch("/realm", settings).expect(200);
const refusal = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });

test("people are invited by mail, each once, with commas or newlines between the addresses", async () => {
  await invite(owner, "ada@example.org, Ben <ben@example.org>\nADA@example.org,\n").expect(200);
  expect(await mailsTo("ada@example.org")).toHaveLength(1);
  const [mail = ""] = await mailsTo("ben@example.org");
  expect(mail).toContain("Olive Owner has invited you to join Example");
  expect(mail).toMatch(/http:\/\/chat\.example\.com\/join\/[\w.-]{40,}/);
  const now = Math.floor(Date.now() / 1000);
  const invites = await listed(owner);
  expect(invites.slice(-2)).toMatchObject([{ email: "ada@example.org" }, { email: "ben@example.org" }]);
  const { expiry_date, invited, id, ...rest } = invites.at(-1) as Record<string, number> & { id: number };
  expect([id > 0, Math.abs((invited ?? 0) - now) < 5]).toEqual([true, true]);
  expect((expiry_date ?? 0) - (invited ?? 0)).toBe(14_400 * 60);
  expect(rest).toEqual({
    ...{ email: "ben@example.org", invited_as: 400, invited_by_user_id: owner.id },
    ...{ is_multiuse: false, notify_referrer_on_join: true },
  });
});

test("an invitation ends after the minutes asked for, or never", async () => {
  await invite(owner, "soon@example.org", { invite_expires_in_minutes: 2 }).expect(200);
  await invite(owner, "never@example.org", { invite_expires_in_minutes: null }).expect(200);
  const [soon, never] = (await listed(owner)).slice(-2) as unknown as Record<string, number>[];
  expect((soon?.expiry_date ?? 0) - (soon?.invited ?? 0)).toBe(120);
  expect(never?.expiry_date).toBeNull();
});

test.each([
  ["no address", { invitee_emails: "" }, "You must specify at least one email address."],
  ["only commas", { invitee_emails: " ,\n" }, "You must specify at least one email address."],
  ["no channel at all", { stream_ids: [-1] }, "Invalid channel ID -1. No invites were sent."],
  ["an unknown channel", { stream_ids: [999] }, "Invalid channel ID 999. No invites were sent."],
  ["an unknown group", { group_ids: [999] }, "Invalid user group"],
  ["a system group", { group_ids: [3] }, "Insufficient permission"],
])("%s is refused, and nobody is invited", async (_, more, msg) => {
  const before = await listed(owner);
  const answer = await invite(owner, "x@example.org", more);
  expect([answer.status, answer.body]).toEqual([400, refusal(msg)]);
  expect(await listed(owner)).toEqual(before);
  expect(await mailsTo("x@example.org")).toEqual([]);
});

test.each([
  ["missing channels", { invitee_emails: "x@example.org" }, "Missing 'stream_ids' argument"],
  ["missing addresses", { stream_ids: [] }, "Missing 'invitee_emails' argument"],
  ["an unknown role", { invitee_emails: "x@example.org", stream_ids: [], invite_as: 1 }, "Invalid invite_as"],
  [
    "no time at all",
    { invitee_emails: "x@example.org", stream_ids: [], invite_expires_in_minutes: 0 },
    "invite_expires_in_minutes is too small",
  ],
  [
    "a long welcome",
    { invitee_emails: "x@example.org", stream_ids: [], welcome_message_custom_text: "é".repeat(8001) },
    "welcome_message_custom_text is too long (limit: 8000 characters)",
  ],
])("%s is a mistake in the request", async (_, form, msg) => {
  const { status, body } = await owner.post("/invites", form);
  expect([status, body.msg]).toEqual([400, msg]);
});

test("a private channel that the inviter doesn't know of isn't told from one that isn't there", async () => {
  const member = await add();
  const { body } = await invite(member, "x@example.org", { stream_ids: [61] });
  expect(body).toEqual(refusal("Invalid channel ID 61. No invites were sent."));
});

test("whoever may not subscribe others names no channels but default ones", async () => {
  const member = await add();
  await setRealm({ can_add_subscribers_group: { new: 6 } });
  const msg = "You do not have permission to subscribe other users to channels.";
  expect((await invite(member, "y@example.org", { stream_ids: [60] })).body).toEqual(refusal(msg));
  await invite(member, "y@example.org", { include_realm_default_subscriptions: true }).expect(200);
  await invite(member, "y2@example.org", { stream_ids: [1] }).expect(200);
  await setRealm({ can_add_subscribers_group: { new: 3 } });
  await invite(member, "y3@example.org", { stream_ids: [60] }).expect(200);
});

test("groups are given by those who may add members to them", async () => {
  const member = await add();
  expect((await invite(member, "g@example.org", { group_ids: [70] })).body.msg).toBe(
    "Insufficient permission",
  );
  const change = { canAddMembersGroup: onlyUser(member.id) };
  await server.append({
    ...{ type: "group_changed", groupId: 70, change: { permissions: change }, isDeactivated: false },
  });
  await invite(member, "g@example.org", { group_ids: [70] }).expect(200);
});

test("nobody invites to a role with more rights than their own", async () => {
  const [administrator, moderator, member] = [
    await add({ role: "administrator" }),
    await add({ role: "moderator" }),
    await add(),
  ];
  const asked = async (client: Client, role: number) => {
    lastId += 1;
    const { body } = await invite(client, `role${lastId}@example.org`, { invite_as: role });
    return body.result === "success" ? "ok" : body.msg;
  };
  const [mustOwn, mustAdminister] = [
    "Must be an organization owner",
    "Must be an organization administrator",
  ];
  expect(await Promise.all([100, 200, 300, 400, 600].map((role) => asked(administrator, role)))).toEqual([
    ...[mustOwn, "ok", "ok", "ok", "ok"],
  ]);
  expect(await Promise.all([100, 200, 300, 600].map((role) => asked(moderator, role)))).toEqual([
    ...[mustOwn, mustAdminister, "ok", "ok"],
  ]);
  expect(await Promise.all([200, 300, 400, 600].map((role) => asked(member, role)))).toEqual([
    ...[mustAdminister, mustAdminister, "ok", "ok"],
  ]);
});

test("only administrators say what a new user reads first; null leaves it to the organization", async () => {
  const member = await add();
  const text = { welcome_message_custom_text: "Hello" };
  expect((await invite(member, "w@example.org", text)).body.msg).toBe(
    "Must be an organization administrator",
  );
  await invite(member, "w@example.org", { welcome_message_custom_text: null }).expect(200);
  await invite(owner, "w2@example.org", { welcome_message_custom_text: "é".repeat(8000) }).expect(200);
});

describe("addresses that can't be invited", () => {
  beforeAll(async () => {
    await add({ email: "Here@example.org" });
    await add({ email: "gone@example.org", isActive: false });
  });

  test("those with accounts are told, and the others invited all the same", async () => {
    const { status, body } = await invite(owner, "here@example.org,new1@example.org,GONE@example.org");
    expect(status).toBe(400);
    expect(body).toEqual({
      ...{ result: "error", code: "INVITATION_FAILED" },
      msg: "Some of those addresses are already using Parley, so we didn't send them an invitation. We did send invitations to everyone else!",
      errors: [
        ["here@example.org", "Already has an account.", false],
        ["GONE@example.org", "Account has been deactivated.", true],
      ],
      ...{ sent_invitations: true, daily_limit_reached: false, license_limit_reached: false },
    });
    expect(await mailsTo("new1@example.org")).toHaveLength(1);
    expect(await mailsTo("here@example.org")).toEqual([]);
  });

  test("when all of them have accounts, nobody is invited", async () => {
    const { body } = await invite(owner, "here@example.org");
    expect(body).toMatchObject({
      ...{ msg: "We weren't able to invite anyone.", sent_invitations: false },
      errors: [["here@example.org", "Already has an account.", false]],
    });
  });

  test("one that is no address stops all of it", async () => {
    const { body } = await invite(owner, "not an address,here@example.org,new2@example.org");
    expect(body).toMatchObject({
      ...{ code: "INVITATION_FAILED", sent_invitations: false },
      msg: "Some emails did not validate, so we didn't send any invitations.",
      errors: [
        ["not an address", "Invalid address.", false],
        ["here@example.org", "Already has an account.", false],
      ],
    });
    expect(await mailsTo("new2@example.org")).toEqual([]);
  });

  test("disposable ones, unless the realm takes them", async () => {
    const { body } = await invite(owner, "x@mailinator.com,x@sub.mailinator.com");
    expect(body.errors).toEqual([
      ["x@mailinator.com", "Please use your real email address.", false],
      ["x@sub.mailinator.com", "Please use your real email address.", false],
    ]);
    await setRealm({ disallow_disposable_email_addresses: false });
    await invite(owner, "x@mailinator.com").expect(200);
    await setRealm({ disallow_disposable_email_addresses: true });
  });

  test("those outside of the realm's domains; below one where its subdomains are allowed", async () => {
    await owner.post("/realm/domains", { domain: "acme.test", allow_subdomains: true }).expect(200);
    await owner.post("/realm/domains", { domain: "flat.test", allow_subdomains: false }).expect(200);
    await setRealm({ emails_restricted_to_domains: true });
    const { body } = await invite(
      owner,
      "a@example.org,a@sub.flat.test,a+b@acme.test,a@notacme.test,a@Acme.test,a@deep.sub.acme.test",
    );
    expect(body.errors).toEqual([
      ["a@example.org", "Outside your domain.", false],
      ["a@sub.flat.test", "Outside your domain.", false],
      ["a+b@acme.test", "Email addresses containing + are not allowed.", false],
      ["a@notacme.test", "Outside your domain.", false],
    ]);
    await invite(owner, "a@ACME.test,a@deep.sub.acme.test,a@flat.test").expect(200);
    await setRealm({ emails_restricted_to_domains: false });
  });
});

test("newcomers to a realm that anyone may join can't invite yet", async () => {
  const newcomer = await add({ joinedAt: Date.now() - 86_400_000 });
  await setRealm({ invite_required: false });
  const { body } = await invite(newcomer, "late@example.org");
  expect(body).toMatchObject({ code: "INVITATION_FAILED", errors: [], sent_invitations: false });
  expect(body.msg).toMatch(/^Your account is too new to send invites for this organization\./);
  await setRealm({ invite_required: true });
  await invite(newcomer, "late@example.org").expect(200);
});

test("one sees and withdraws one's own invitations; administrators everyone's, within their role", async () => {
  const [member, other, administrator] = [await add(), await add(), await add({ role: "administrator" })];
  await invite(member, "own@example.org").expect(200);
  await invite(owner, "boss@example.org", { invite_as: 100 }).expect(200);
  const [own] = await listed(member);
  expect(await listed(member)).toMatchObject([{ email: "own@example.org" }]);
  expect(await listed(other)).toEqual([]);
  const boss = (await listed(administrator)).at(-1);
  expect(boss).toMatchObject({ email: "boss@example.org", invited_as: 100 });
  const revoke = async (client: Client, id: number | undefined) =>
    (await client.delete(`/invites/${id}`)).body.msg;
  expect(await revoke(other, own?.id)).toBe("Must be an organization administrator");
  expect(await revoke(administrator, boss?.id)).toBe("Must be an organization owner");
  expect(await revoke(administrator, own?.id)).toBe("");
  expect(await revoke(administrator, own?.id)).toBe("No such invitation");
  expect(await revoke(member, 99_999)).toBe("No such invitation");
  expect(await listed(member)).toEqual([]);
});

test("an invitation is mailed once more, by whoever may withdraw it", async () => {
  const [member, other] = [await add(), await add()];
  await invite(member, "again@example.org").expect(200);
  const [own] = await listed(member);
  await member.post(`/invites/${own?.id}/resend`).expect(200);
  expect((await other.post(`/invites/${own?.id}/resend`)).body.msg).toBe(
    "Must be an organization administrator",
  );
  const mails = await mailsTo("again@example.org");
  expect(mails).toHaveLength(2);
  expect(mails[0]).toBe(mails[1]);
});

test("a link for many is made by those who may, listed with its address, and withdrawn once", async () => {
  const [administrator, member] = [await add({ role: "administrator" }), await add()];
  expect((await member.post("/invites/multiuse")).body.msg).toBe("Insufficient permission");
  const made = await administrator.post("/invites/multiuse", { invite_as: 600, stream_ids: [60] });
  expect(made.body).toMatchObject({ result: "success" });
  const own = (await listed(administrator)).at(-1);
  expect(own).toMatchObject({
    ...{ is_multiuse: true, link_url: made.body.invite_link, invited_as: 600 },
  });
  expect(own).not.toHaveProperty("email");
  expect((await administrator.delete(`/invites/${own?.id}`)).body.msg).toBe("No such invitation");
  await administrator.delete(`/invites/multiuse/${own?.id}`).expect(200);
  expect((await administrator.delete(`/invites/multiuse/${own?.id}`)).body.msg).toBe(
    "Invitation has already been revoked",
  );
});

test("administrators and the inviter hear of a change, and nobody else", async () => {
  const [member, other] = [await add(), await add()];
  const queueOf = async (client: Client) =>
    (await client.post("/register", { event_types: ["invites_changed"] })).body.queue_id as string;
  const queues = await Promise.all([owner, member, other].map(queueOf));
  await invite(member, "told1@example.org,told2@example.org").expect(200);
  const [own] = await listed(member);
  await member.delete(`/invites/${own?.id}`).expect(200);
  const heard = await Promise.all(
    [owner, member, other].map(async (client, index) => {
      const query = { queue_id: queues[index], last_event_id: -1, dont_block: true };
      const { events } = (await client.get("/events", query)).body;
      return events.map(({ id: _, ...event }: { id: number }) => event);
    }),
  );
  const twice = [{ type: "invites_changed" }, { type: "invites_changed" }];
  expect(heard).toEqual([twice, twice, []]);
});

test("a realm invites so many people in a day, whoever does it", async () => {
  const invitation = anInvitation({ id: 9000, mailedAt: Array.from({ length: 980 }, () => Date.now()) });
  const old = Array.from({ length: 500 }, () => Date.now() - 90_000_000);
  await server.append({
    type: "invitations_made",
    invitations: [invitation, anInvitation({ id: 9001, mailedAt: old })],
  });
  const many = Array.from({ length: 20 }, (_, index) => `many${index}@example.org`).join(",");
  const { body } = await invite(owner, many);
  expect(body).toMatchObject({
    ...{ code: "INVITATION_FAILED", errors: [], sent_invitations: false, daily_limit_reached: true },
  });
  expect(body.msg).toMatch(/^To protect users, Parley limits the number of invitations/);
  expect(await mailsTo("many0@example.org")).toEqual([]);
});

test("invitations outlive the process, and what waits to be mailed can't be read in storage", async () => {
  expect(defaultRealmSettings.inviteRequired).toBe(true);
  const before = await listed(owner);
  const again = await server.restarted();
  const { body } = await request(again, owner);
  expect(body.invites).toEqual(before);
  await again.close();
  const { rows } = await server.database.db.raw(
    "SELECT event FROM events UNION ALL SELECT to_json(i) FROM invitations i",
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(JSON.stringify(rows)).not.toContain("/join/");
});

const request = (node: TestServer, client: Client) =>
  node.clientOf({ id: client.id, email: client.email }).get("/invites");
