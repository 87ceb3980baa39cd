import type { Caller } from "../../../src/application/caller";
import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { createGroup } from "../../../src/application/groups/create-group";
import { createInvitationLink } from "../../../src/application/invitations/create-invitation-link";
import { revokeInvitation } from "../../../src/application/invitations/revoke-invitation";
import { sendInvitations } from "../../../src/application/invitations/send-invitations";
import type { InvitationTerms } from "../../../src/application/invitations/shared/invitation-terms";
import { logIn } from "../../../src/application/login/log-in";
import { createRealm } from "../../../src/application/realm/create-realm";
import { signOn } from "../../../src/application/sign-on/sign-on";
import { joinRealm } from "../../../src/application/sign-up/join-realm";
import { openTicket } from "../../../src/application/sign-up/open-ticket";
import { requestSignUp } from "../../../src/application/sign-up/request-sign-up";
import type { Ticket } from "../../../src/application/sign-up/shared/ticket";
import type { InTransaction } from "../../../src/application/transaction";
import type { RealmEvent } from "../../../src/domain/events/event";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import type { LoginMethod } from "../../../src/domain/realm/login-method";
import type { Role } from "../../../src/domain/users/role";
import { aVisitor } from "../../support/application/fakes";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { aChannel, aSubscription, aUser } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const terms: InvitationTerms = {
  role: "member",
  channelIds: [],
  groupIds: [],
  includesDefaultChannels: true,
  tellsInviter: true,
  welcomeText: null,
  expiresInMinutes: 60,
};
const invite = async (addresses: string, more: Partial<InvitationTerms> = {}, by = world.owner) =>
  successOf(await sendInvitations(world.services)(by, { ...terms, addresses, ...more })());
const invitationTo = async (email: string): Promise<Ticket> => {
  const mail = (await world.mails()).findLast(({ to }) => to === email);
  const link = mail && "link" in mail.letter ? mail.letter.link : "";
  return { purpose: "invitation", token: link.split("/join/")[1] ?? "" };
};
const account = { fullName: "Zoe", password: "something long" };
const join = (ticket: Ticket, more: object = {}, realmId = world.realmId) =>
  joinRealm(world.services)(aVisitor(realmId), ticket, { ...account, ...more })();
const people = async () => [...(await world.services.directory.stateOf(world.realmId)).users.values()];
const messagesTo = async (userId: number): Promise<readonly string[]> => {
  const scope = { kind: "received", userId } as const;
  const window = { scope, narrow: [{ operator: "is-dm", negated: false } as const], anchor: 0 };
  const { after } = await world.persistence.messages.around(world.realmId, {
    ...window,
    before: 0,
    after: 99,
    enough: 1_000_000,
  });
  return after.map(({ content }) => content);
};
const happens = async (...events: RealmEvent[]) => {
  const { eventStore } = world.persistence;
  await world.services.directory.catchUp(world.realmId, await commitAll(eventStore, world.realmId, events));
};
const caller = (userId: number): Caller => world.callerOf(userId);

test("an invitation creates an account with its role, channels, groups and welcome message", async () => {
  const groupId = successOf(
    await createGroup(world.services)(world.owner, {
      name: "staff",
      description: "",
      memberIds: [1],
      subgroupIds: [],
      permissions: {},
    })(),
  );
  await invite("zoe@example.org", {
    role: "moderator",
    channelIds: [2],
    groupIds: [groupId],
    includesDefaultChannels: false,
    welcomeText: "Read **the rules**",
  });
  const userId = successOf(await join(await invitationTo("zoe@example.org")));
  const state = await world.services.directory.stateOf(world.realmId);
  expect(state.users.get(userId)).toMatchObject({
    email: "zoe@example.org",
    role: "moderator",
    fullName: "Zoe",
  });
  expect(state.subscriptionsOf(userId).map(({ channelId }) => channelId)).toEqual([2]);
  expect([...state.membersOf(groupId)]).toEqual([1, userId]);
  expect(await messagesTo(userId)).toEqual([
    expect.stringContaining("Welcome to **Example**"),
    "Read **the rules**",
  ]);
  expect(await messagesTo(1)).toEqual([`@_**Zoe|${userId}** accepted your invitation to join Example!`]);
  const typed = { email: "zoe@example.org", password: "something long", code: undefined };
  expect(successOf(await logIn(world.services)(aVisitor(world.realmId), typed)()).user.id).toBe(userId);
});

test("the account gets default channels if the inviter chose that, but no archived ones", async () => {
  await invite("zoe@example.org", { channelIds: [1] });
  successOf(await archiveChannel(world.services)(world.owner, 2)());
  const userId = successOf(await join(await invitationTo("zoe@example.org")));
  const state = await world.services.directory.stateOf(world.realmId);
  expect(state.subscriptionsOf(userId).map(({ channelId }) => channelId)).toEqual([1]);
});

test("the welcome is the organization's, unless the invitation has its own or none", async () => {
  await happens({ type: "realm_changed", change: { settings: { welcomeMessageCustomText: "Ours" } } });
  await invite("a@example.org");
  await invite("b@example.org", { welcomeText: "" });
  const a = successOf(await join(await invitationTo("a@example.org")));
  const b = successOf(await join(await invitationTo("b@example.org"), { fullName: "Bea" }));
  expect((await messagesTo(a)).slice(1)).toEqual(["Ours"]);
  expect((await messagesTo(b)).slice(1)).toEqual([]);
});

test("an inviter can opt out of the notice, but the channel for new users gets it", async () => {
  await happens({ type: "realm_changed", change: { settings: { signupAnnouncementsChannelId: 1 } } });
  await invite("a@example.org", { tellsInviter: false });
  const a = successOf(await join(await invitationTo("a@example.org")));
  expect(await messagesTo(1)).toEqual([]);
  const topics = await world.persistence.messages.topics(world.realmId, 1);
  expect(topics.map(({ name }) => name)).toContain("signups");
  const [last] = (await world.persistence.messages.sentBy(world.realmId, 2, 0, 99)).filter(
    ({ topic }) => topic === "signups",
  );
  const [message] = await world.persistence.messages.byIds(world.realmId, [last?.id ?? 0]);
  expect(message?.content).toBe(`@_**Zoe|${a}** joined this organization.`);
});

test("an invitation creates one account even for concurrent requests, and ends others to the same address", async () => {
  await invite("zoe@example.org");
  const ticket = await invitationTo("zoe@example.org");
  await invite("ZOE@example.org");
  const outcomes = await Promise.all([join(ticket), join(ticket, { fullName: "Zara" }), join(ticket)]);
  expect(outcomes.filter(({ _tag }) => _tag === "Right")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome._tag === "Left")
      expect(outcome.left).toMatchObject({ code: "LINK_REFUSED", problem: "used" });
  expect((await people()).filter(({ email }) => email === "zoe@example.org")).toHaveLength(1);
  const { invitations } = await world.services.directory.stateOf(world.realmId);
  expect([...invitations.values()].map(({ status }) => status)).toEqual(["used", "revoked"]);
});

describe("an invalid link names its reason and creates nothing", () => {
  const problemOf = async (ticket: Ticket, realmId = world.realmId) => {
    const before = (await people()).length;
    const opened = await openTicket(world.services)(realmId, ticket)();
    const joined = await join(ticket, {}, realmId);
    expect((await people()).length).toBe(before);
    expect(joined).toEqual(opened);
    return opened._tag === "Left" && opened.left.code === "LINK_REFUSED" ? opened.left.problem : opened;
  };

  test("expired", async () => {
    await invite("zoe@example.org", { expiresInMinutes: 60 });
    const ticket = await invitationTo("zoe@example.org");
    world.clock.advance(3_600_000 - 1);
    expect((await openTicket(world.services)(world.realmId, ticket)())._tag).toBe("Right");
    world.clock.advance(1);
    expect(await problemOf(ticket)).toBe("expired");
  });

  test("revoked", async () => {
    await invite("zoe@example.org");
    successOf(await revokeInvitation(world.services)(world.owner, "mail", 1)());
    expect(await problemOf(await invitationTo("zoe@example.org"))).toBe("revoked");
  });

  test("used", async () => {
    await invite("zoe@example.org");
    const ticket = await invitationTo("zoe@example.org");
    successOf(await join(ticket));
    expect(await problemOf(ticket)).toBe("used");
  });

  test("guessed", async () => {
    expect(await problemOf({ purpose: "invitation", token: "guess" })).toBe("unknown");
    const never = world.outside.linkTokens.write("invitation", { realm: world.realmId, invitation: 99 });
    expect(await problemOf({ purpose: "invitation", token: never })).toBe("unknown");
  });

  test("for another realm", async () => {
    const other = successOf(
      await createRealm(world.services)({
        name: "Other",
        subdomain: "other",
        ownerEmail: "o@example.com",
        ownerName: "O",
      })(),
    );
    await invite("zoe@example.org");
    expect(await problemOf(await invitationTo("zoe@example.org"), other.realmId)).toBe("elsewhere");
  });
});

test.each([
  ["an empty name", { fullName: " " }, "Name too short!"],
  ["a password that is easy to guess", { password: "password" }, "The password is too weak."],
  ["a short password", { password: "short" }, "The password is too weak."],
])("%s leaves the invitation open", async (_, more, message) => {
  await invite("zoe@example.org");
  const ticket = await invitationTo("zoe@example.org");
  expect(refusalOf(await join(ticket, more))).toBe(message);
  successOf(await join(ticket));
});

test("an old invitation doesn't admit an address that is no longer allowed", async () => {
  await invite("zoe@example.org");
  await happens(
    { type: "domain_added", domain: { id: 1, domain: "example.com", allowSubdomains: false } },
    { type: "realm_changed", change: { settings: { emailsRestrictedToDomains: true } } },
  );
  expect(refusalOf(await join(await invitationTo("zoe@example.org")))).toMatch(/doesn't accept addresses/);
});

describe("an invitation grants what its inviter may still grant when it is accepted", () => {
  const annId = 70;
  const secretId = 80;
  const secret = aChannel({ id: secretId, conversationId: 8000, name: "secret", privacy: "private" });
  const ann = () => caller(annId);
  const become = (from: Role, to: Role) => happens({ type: "role_changed", userId: annId, from, to });
  const stateNow = () => world.services.directory.stateOf(world.realmId);

  beforeEach(async () => {
    const user = aUser({ id: annId, fullName: "Ann", email: "ann@example.com", role: "administrator" });
    await happens(
      { type: "user_created", user },
      { type: "channel_created", channel: secret },
      {
        type: "subscribed",
        subscriptions: [aSubscription(annId, secretId)],
        firstMessageId: 1,
        history: {},
      },
    );
  });

  test("channels that the inviter has left since aren't granted, and the others are", async () => {
    await invite("zoe@example.org", { channelIds: [secretId, 2], includesDefaultChannels: false }, ann());
    await become("administrator", "member");
    successOf(
      await unsubscribe(world.services)(ann(), { channelNames: ["secret"], principals: undefined })(),
    );
    const userId = successOf(await join(await invitationTo("zoe@example.org")));
    expect((await stateNow()).subscriptionsOf(userId).map(({ channelId }) => channelId)).toEqual([2]);
  });

  test("groups and the welcome text of a demoted administrator aren't granted", async () => {
    const groupId = successOf(
      await createGroup(world.services)(world.owner, {
        name: "staff",
        description: "",
        memberIds: [],
        subgroupIds: [],
        permissions: {},
      })(),
    );
    await happens({ type: "realm_changed", change: { permissions: { canManageAllGroups: administrators } } });
    await invite("zoe@example.org", { groupIds: [groupId], welcomeText: "Send me your password" }, ann());
    await become("administrator", "member");
    const userId = successOf(await join(await invitationTo("zoe@example.org")));
    expect([...(await stateNow()).membersOf(groupId)]).toEqual([]);
    expect((await messagesTo(userId)).join()).not.toContain("password");
  });

  const refused = { left: { code: "LINK_REFUSED", problem: "revoked" } };
  const members = systemGroupId("role:members");
  const administrators = systemGroupId("role:administrators");

  test.each<[string, () => Promise<void>]>([
    ["became a guest", () => become("administrator", "guest")],
    [
      "may no longer invite",
      async () => {
        await become("administrator", "member");
        await happens({
          type: "realm_changed",
          change: { permissions: { canInviteUsersGroup: administrators } },
        });
      },
    ],
    ["was deactivated", () => happens({ type: "user_deactivated", userId: annId, firstMessageId: 1 })],
  ])("it admits nobody if its inviter %s", async (_what, change) => {
    await happens({ type: "realm_changed", change: { permissions: { canInviteUsersGroup: members } } });
    await invite("zoe@example.org", {}, ann());
    const ticket = await invitationTo("zoe@example.org");
    await change();
    expect(await openTicket(world.services)(world.realmId, ticket)()).toMatchObject(refused);
    expect(await join(ticket)).toMatchObject(refused);
  });

  test("a reusable link admits nobody if its creator may no longer create one", async () => {
    const link = successOf(await createInvitationLink(world.services)(ann(), terms)());
    const ticket: Ticket = { purpose: "invitation", token: link.split("/join/")[1] ?? "" };
    expect(await openTicket(world.services)(world.realmId, ticket)()).toMatchObject({ _tag: "Right" });
    await become("administrator", "member");
    expect(await openTicket(world.services)(world.realmId, ticket)()).toMatchObject(refused);
  });

  test("the revocation of an invitation and its acceptance exclude each other", async () => {
    await invite("zoe@example.org", {}, ann());
    const ticket = await invitationTo("zoe@example.org");
    const [joined, revoked] = await Promise.all([
      join(ticket),
      revokeInvitation(world.services)(world.owner, "mail", 1)(),
    ]);
    expect([joined._tag, revoked._tag].sort()).toEqual(["Left", "Right"]);
  });
});

describe("signing up", () => {
  const request = (email: string, more: object = {}) =>
    requestSignUp(world.services)(world.realmId, { email, remoteAddress: "::1", ...more })();
  const confirmed = async (): Promise<Ticket> => {
    const letter = (await world.mails()).at(-1)?.letter;
    const link = letter?.kind === "confirm_sign_up" ? letter.link : "";
    return { purpose: "sign_up", token: link.split("/accounts/confirm/")[1] ?? "" };
  };
  const openRealm = () => happens({ type: "realm_changed", change: { settings: { inviteRequired: false } } });

  test("creates one account for a confirmed address, within a day", async () => {
    await openRealm();
    successOf(await request(" zoe@example.org "));
    const ticket = await confirmed();
    expect(successOf(await openTicket(world.services)(world.realmId, ticket)()).email).toBe(
      "zoe@example.org",
    );
    successOf(await request("late@example.org"));
    const late = await confirmed();
    successOf(await join(ticket));
    expect(refusalOf(await join(ticket))).toMatch(/already been used/);
    world.clock.advance(86_400_000);
    expect(refusalOf(await join(late))).toMatch(/expired/);
  });

  const disable = (...disabledLoginMethods: readonly LoginMethod[]) =>
    happens({ type: "realm_changed", change: { settings: { disabledLoginMethods } } });

  test("a confirmed address admits nobody without an invitation once the organization takes no passwords", async () => {
    await openRealm();
    successOf(await request("zoe@example.org"));
    const ticket = await confirmed();
    await disable("Email");
    expect(refusalOf(await openTicket(world.services)(world.realmId, ticket)())).toMatch(/withdrawn/);
    expect(refusalOf(await join(ticket))).toMatch(/withdrawn/);
    await disable();
    successOf(await join(ticket));
  });

  test("an identity at a service admits nobody once the organization takes no logins from it", async () => {
    await openRealm();
    const identity = { provider: "https://id.example.com", subject: "1", fullName: "Zoe" };
    const come = signOn(world.services)(aVisitor(world.realmId), { ...identity, email: "zoe@example.org" });
    const outcome = successOf(await come());
    if (outcome.kind !== "new") throw new Error("Zoe was known");
    const ticket = { purpose: "sign_up", token: outcome.token } as const;
    await disable("OpenID Connect");
    expect(refusalOf(await join(ticket))).toMatch(/withdrawn/);
    await disable();
    successOf(await join(ticket));
  });

  test("a login method that ends while somebody joins ends the ticket, too", async () => {
    await openRealm();
    successOf(await request("zoe@example.org"));
    const ticket = await confirmed();
    const { services } = world;
    const inTransaction: InTransaction = async (by, work) => {
      await disable("Email");
      return services.inTransaction(by, work);
    };
    const count = (await people()).length;
    const joining = joinRealm({ ...services, inTransaction })(aVisitor(world.realmId), ticket, account);
    expect(refusalOf(await joining())).toMatch(/withdrawn/);
    expect(await people()).toHaveLength(count);
  });

  test("a reusable link admits several people until it is revoked", async () => {
    const link = successOf(
      await createInvitationLink(world.services)(world.owner, { ...terms, role: "guest" })(),
    );
    const invitationToken = link.split("/join/")[1] ?? "";
    expect(refusalOf(await join({ purpose: "invitation", token: invitationToken }))).toMatch(
      /invalid or incomplete/,
    );
    for (const name of ["ada", "ben"]) {
      successOf(await request(`${name}@example.org`, { invitationToken }));
      successOf(await join(await confirmed(), { fullName: name }));
    }
    expect((await people()).slice(-2).map(({ role }) => role)).toEqual(["guest", "guest"]);
    successOf(await request("cleo@example.org", { invitationToken }));
    const cleo = await confirmed();
    successOf(await revokeInvitation(world.services)(caller(1), "link", 1)());
    expect(refusalOf(await join(cleo))).toMatch(/withdrawn/);
    expect(
      refusalOf(await request("dora@example.org", { invitationToken, remoteAddress: "198.51.100.2" })),
    ).toMatch(/withdrawn/);
  });

  const annId = 70;
  const administrators = systemGroupId("role:administrators");
  const annsLink = async (): Promise<string> => {
    const user = aUser({ id: annId, fullName: "Ann", email: "ann@example.com", role: "administrator" });
    await happens({ type: "user_created", user });
    const made = await createInvitationLink(world.services)(caller(annId), {
      ...terms,
      expiresInMinutes: 60,
    })();
    return successOf(made).split("/join/")[1] ?? "";
  };

  test.each<[string, () => unknown, object]>([
    ["expires", () => world.clock.advance(3_600_000), { code: "LINK_REFUSED", problem: "expired" }],
    [
      "is revoked",
      async () => successOf(await revokeInvitation(world.services)(world.owner, "link", 1)()),
      { code: "LINK_REFUSED", problem: "revoked" },
    ],
    [
      "has a maker who may no longer make one",
      () => happens({ type: "role_changed", userId: annId, from: "administrator", to: "member" }),
      { code: "LINK_REFUSED", problem: "revoked" },
    ],
    [
      "has a maker who is deactivated",
      () => happens({ type: "user_deactivated", userId: annId, firstMessageId: 1 }),
      { code: "LINK_REFUSED", problem: "revoked" },
    ],
    [
      "is of an organization that is deactivated",
      () => happens({ type: "realm_changed", change: { isDeactivated: true } }),
      { code: "REALM_DEACTIVATED" },
    ],
  ])(
    "nobody joins any more by a reusable link that %s after their address was confirmed",
    async (_, ends, refusal) => {
      await happens({
        type: "realm_changed",
        change: { permissions: { createMultiuseInviteGroup: administrators } },
      });
      const invitationToken = await annsLink();
      successOf(await request("zoe@example.org", { invitationToken }));
      const ticket = await confirmed();
      const before = (await people()).length;
      await ends();
      expect(await join(ticket)).toMatchObject({ left: refusal });
      expect(await people()).toHaveLength(before);
    },
  );

  test("if many people join by a link while it is revoked, each address gets at most one account, and none after that", async () => {
    const invitationToken = await annsLink();
    const names = Array.from({ length: 8 }, (_, index) => `p${index}`);
    const tickets: (readonly [name: string, Ticket])[] = [];
    for (const [index, name] of names.entries()) {
      const remoteAddress = `198.51.100.${index}`;
      successOf(await request(`${name}@example.org`, { invitationToken, remoteAddress }));
      const ticket = await confirmed();
      tickets.push([name, ticket], [`${name} again`, ticket]);
    }
    const positionOf = async () => (await world.services.directory.newest(world.realmId)).position;
    const revoked = async () => {
      successOf(await revokeInvitation(world.services)(world.owner, "link", 1)());
      return positionOf();
    };
    const [outcomes] = await Promise.all([
      Promise.all(tickets.map(([fullName, ticket]) => join(ticket, { fullName }))),
      revoked(),
    ]);
    const joined = outcomes.filter(({ _tag }) => _tag === "Right").length;
    const emails = (await people()).map(({ email }) => email).filter((email) => /^p\d@/.test(email));
    expect(emails).toHaveLength(joined);
    expect(new Set(emails).size).toBe(joined);
    for (const outcome of outcomes)
      if (outcome._tag === "Left") expect(outcome.left).toMatchObject({ code: "LINK_REFUSED" });
    for (const [fullName, ticket] of tickets) expect((await join(ticket, { fullName }))._tag).toBe("Left");
  });
});
