import * as E from "fp-ts/Either";
import { sendInvitations } from "../../../src/application/invitations/send-invitations";
import type { InvitationTerms } from "../../../src/application/invitations/shared/invitation-terms";
import type { Role } from "../../../src/domain/users/role";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { anInvitation } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

const day = 86_400_000;
const realm = async () => {
  const founded = await memoryRealm({
    people: {
      ada: "administrator",
      mo: "moderator",
      ben: { joinedAt: aMoment - 90 * day },
      gina: "guest",
      gone: { isActive: false },
      bot: { botOf: "ben" },
      other: { botOf: "ben" },
    },
    channels: {
      lunch: {},
      club: { privacy: "private", of: ["ben"] },
      hidden: { privacy: "private" },
      past: { isArchived: true },
    },
    groups: { crew: [] },
  });
  /** What the failure says of each address. */
  const refused = async (by: Person, addresses: string, invitationsPerDay = 5) => {
    const outcome = await sendInvitations({ ...founded.services, invitationsPerDay })(
      by,
      inviting({ addresses }),
    )();
    return E.isLeft(outcome) && outcome.left.code === "INVITATION_FAILED"
      ? outcome.left.refused.map(({ email, reason }) => [email, reason])
      : outcome;
  };
  return { ...founded, refused };
};
const inviting = (more: Partial<InvitationTerms & { addresses: string }> = {}) => ({
  addresses: "zoe@example.org",
  role: "member" as const,
  channelIds: [],
  groupIds: [],
  includesDefaultChannels: true,
  tellsInviter: true,
  welcomeText: null,
  expiresInMinutes: undefined,
  ...more,
});

const addressesOf = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}@example.org`).join(",");

test("each address gets an invitation and a mail", async () => {
  const { ben, eventsOf, mails } = await realm();
  const addresses = "zoe@example.org,\nYan <yan@example.org>";
  const [event] = await eventsOf(() =>
    ben.does(sendInvitations, inviting({ addresses, expiresInMinutes: 10 })),
  );
  const terms = { role: "member", inviterId: ben.id, status: "open", mailedAt: [aMoment] };
  const expiresAt = aMoment + 600_000;
  expect(event).toMatchObject({
    type: "invitations_made",
    invitations: [
      { id: 1, email: "zoe@example.org", expiresAt, ...terms },
      { id: 2, email: "yan@example.org", expiresAt, ...terms },
    ],
  });
  const letter = { kind: "invitation", role: "member", inviterName: "Ben", realmName: "Example", expiresAt };
  expect(await mails()).toMatchObject([
    { to: "zoe@example.org", letter },
    { to: "yan@example.org", letter },
  ]);
});

test("an invitation expires after the server's default unless another time or null (never) is given", async () => {
  const { ben, state } = await realm();
  await ben.does(sendInvitations, inviting());
  await ben.does(sendInvitations, inviting({ addresses: "yan@example.org", expiresInMinutes: null }));
  const { invitations } = await state();
  expect([...invitations.values()].map(({ expiresAt }) => expiresAt)).toEqual([
    aMoment + 14_400 * 60_000,
    null,
  ]);
});

test("one invalid address stops all; accounts that exist are only left out", async () => {
  const { ada, refused, state } = await realm();
  expect(await refused(ada, "zoe@example.org,nonsense,ben@example.com")).toEqual([
    ["nonsense", "Invalid address."],
    ["ben@example.com", "Already has an account."],
  ]);
  expect((await state()).invitations.size).toBe(0);
  expect(await refused(ada, "zoe@example.org,BEN@example.com,gone@example.com")).toEqual([
    ["BEN@example.com", "Already has an account."],
    ["gone@example.com", "Account has been deactivated."],
  ]);
  expect([...(await state()).invitations.values()].map(({ email }) => email)).toEqual(["zoe@example.org"]);
  expect(await refused(ada, "ben@example.com")).toEqual([["ben@example.com", "Already has an account."]]);
  expect(await ada.isRefused(sendInvitations, inviting({ addresses: " , " }))).toBe(
    "You must specify at least one email address.",
  );
});

test("a long text of nothing but brackets isn't an address, and is read quickly", async () => {
  const { ada, refused } = await realm();
  const brackets = "<".repeat(1_000_000);
  expect(await refused(ada, brackets)).toEqual([[brackets, "Invalid address."]]);
});

test("disposable addresses are refused, unless the realm accepts them", async () => {
  const { ada, refused, set } = await realm();
  const reason = "Please use your real email address.";
  expect(await refused(ada, "x@disposable.example")).toEqual([["x@disposable.example", reason]]);
  await set({ disallowDisposableEmailAddresses: false });
  await ada.does(sendInvitations, inviting({ addresses: "x@disposable.example" }));
});

test("a realm limited to domains admits only addresses of these, and of subdomains if allowed", async () => {
  const { ada, refused, set, append } = await realm();
  await append(
    { type: "domain_added", domain: { id: 1, domain: "acme.test", allowSubdomains: true } },
    { type: "domain_added", domain: { id: 2, domain: "flat.test", allowSubdomains: false } },
  );
  await set({ emailsRestrictedToDomains: true });
  const outside = "Outside your domain.";
  const addresses = "a@example.org,a@sub.flat.test,a+b@acme.test,a@notacme.test,a@deep.sub.acme.test";
  expect(await refused(ada, addresses)).toEqual([
    ["a@example.org", outside],
    ["a@sub.flat.test", outside],
    ["a+b@acme.test", "Email addresses containing + are not allowed."],
    ["a@notacme.test", outside],
  ]);
  await ada.does(sendInvitations, inviting({ addresses: "a@ACME.test,a@deep.sub.acme.test,a@flat.test" }));
});

test("newcomers of an open realm can't invite yet, except administrators", async () => {
  const { ada, ben, mo, set } = await realm();
  await mo.does(sendInvitations, inviting());
  await set({ inviteRequired: false });
  expect(await mo.isRefused(sendInvitations, inviting())).toMatch(/^Your account is too new to send invites/);
  for (const one of [ada, ben]) await one.does(sendInvitations, inviting());
});

test("a realm's daily limit of mails counts those of all inviters", async () => {
  const { ada, owner, clock } = await realm();
  await ada.does(sendInvitations, inviting({ addresses: addressesOf("a", 49) }));
  const two = inviting({ addresses: "y@example.org,z@example.org" });
  expect(await owner.isRefused(sendInvitations, two)).toMatch(/^To protect users, Parley limits the number/);
  await owner.does(sendInvitations, inviting());
  clock.advance(day + 1);
  await owner.does(sendInvitations, two);
});

test("nobody but administrators uses up more than a tenth of the day's invitations, in person or by bots", async () => {
  const { ben, mo, bot, other, clock } = await realm();
  await ben.does(sendInvitations, inviting({ addresses: addressesOf("ben", 2) }));
  await bot.does(sendInvitations, inviting({ addresses: addressesOf("bot", 3) }));
  for (const who of [ben, bot, other])
    expect(await who.isRefused(sendInvitations, inviting())).toMatch(/^To protect users/);
  await mo.does(sendInvitations, inviting({ addresses: addressesOf("mo", 5) }));
  clock.advance(day + 1);
  await other.does(sendInvitations, inviting());
});

test("a fifth of the day's invitations is left to administrators", async () => {
  const { append, ada, ben } = await realm();
  const mailedAt = Array.from({ length: 39 }, () => aMoment);
  await append({
    type: "invitations_made",
    invitations: [anInvitation({ id: 9000, inviterId: ada.id, mailedAt })],
  });
  await ben.does(sendInvitations, inviting());
  const refused = await ben.isRefused(sendInvitations, inviting({ addresses: "y@example.org" }));
  expect(refused).toMatch(/^To protect users/);
  await ada.does(sendInvitations, inviting({ addresses: addressesOf("ada", 10) }));
});

test.each<["ada" | "mo" | "ben", Role, string | undefined]>([
  ["ada", "owner", "Must be an organization owner"],
  ["ada", "administrator", undefined],
  ["mo", "administrator", "Must be an organization administrator"],
  ["ben", "moderator", "Must be an organization administrator"],
  ["ben", "guest", undefined],
])("nobody invites above their own role: %s, %s", async (who, role, refusal) => {
  const { [who]: person } = await realm();
  if (refusal === undefined) await person.does(sendInvitations, inviting({ role }));
  else expect(await person.isRefused(sendInvitations, inviting({ role }))).toBe(refusal);
});

test("requires the realm's permission, which guests never have", async () => {
  const { ben, gina, allow } = await realm();
  expect(await gina.isRefused(sendInvitations, inviting())).toBe("Insufficient permission");
  await allow("canInviteUsersGroup", systemGroup.moderators);
  expect(await ben.isRefused(sendInvitations, inviting())).toBe("Insufficient permission");
});

test("inviting to channels requires seeing them and the right to subscribe others", async () => {
  const { ben, club, lunch, hidden, past, allow } = await realm();
  await ben.does(sendInvitations, inviting({ channelIds: [club, lunch] }));
  for (const id of [hidden, past, 999])
    expect(await ben.isRefused(sendInvitations, inviting({ channelIds: [id] }))).toBe(
      `Invalid channel ID ${id}. No invites were sent.`,
    );
  await allow("canAddSubscribersGroup", systemGroup.moderators);
  expect(await ben.isRefused(sendInvitations, inviting({ channelIds: [lunch] }))).toBe(
    "You do not have permission to subscribe other users to channels.",
  );
  await ben.does(sendInvitations, inviting({ addresses: "yan@example.org", channelIds: [1] }));
});

test("inviting to groups requires the right to add members", async () => {
  const { owner, ben, crew, append } = await realm();
  const wanted = inviting({ groupIds: [crew] });
  expect(await ben.isRefused(sendInvitations, wanted)).toBe("Insufficient permission");
  await owner.does(sendInvitations, wanted);
  await append({
    type: "group_changed",
    groupId: crew,
    change: { isDeactivated: true },
    isDeactivated: true,
  });
  expect(await owner.isRefused(sendInvitations, wanted)).toBe("User group is deactivated.");
});

test("only administrators write the welcome", async () => {
  const { ada, mo } = await realm();
  const wanted = inviting({ welcomeText: "Hello!" });
  expect(await mo.isRefused(sendInvitations, wanted)).toBe("Must be an organization administrator");
  await ada.does(sendInvitations, wanted);
});

test("two mailboxes whose letters fold to each other both get an invitation", async () => {
  const { ben, mails } = await realm();
  await ben.does(
    sendInvitations,
    inviting({ addresses: "kim@example.org,\u212Aim@example.org,KIM@example.org" }),
  );
  expect((await mails()).map(({ to }) => to)).toEqual(["kim@example.org", "\u212Aim@example.org"]);
});

test("an address that got five mails today gets no more from any inviter", async () => {
  const { ada, append, refused } = await realm();
  const invitation = anInvitation({ id: 9, inviterId: ada.id, email: "Zoe@example.org", status: "revoked" });
  await append({
    type: "invitations_made",
    invitations: [{ ...invitation, mailedAt: Array(5).fill(aMoment) }],
  });
  expect(await refused(ada, "zoe@example.org", 0)).toEqual([
    ["zoe@example.org", "Has been invited too often today."],
  ]);
});
