import { createInvitationLink } from "../../../src/application/invitations/create-invitation-link";
import { openTicket } from "../../../src/application/sign-up/open-ticket";
import { requestSignUp } from "../../../src/application/sign-up/request-sign-up";
import type { LoginMethod } from "../../../src/domain/realm/login-method";
import { refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { memberInvitation } from "../../support/builders/invitations";

const realm = async () => {
  const founded = await memoryRealm({ people: { ben: "member" } });
  const { services, realmId, owner, set } = founded;
  await set({ inviteRequired: false });
  return {
    ...founded,
    request: (
      email: string,
      more: { readonly invitationToken?: string; readonly remoteAddress?: string } = {},
    ) => requestSignUp(services)(realmId, { email, remoteAddress: "::1", ...more })(),
    /** The token of a new reusable link. */
    newLink: async () => {
      const link = await owner.does(createInvitationLink, memberInvitation);
      return link.split("/join/")[1] ?? "";
    },
  };
};
type FoundRealm = Awaited<ReturnType<typeof realm>>;
const kinds = async ({ mails }: FoundRealm) => (await mails()).map(({ to, letter }) => [to, letter.kind]);

test("mails a link to the address, which has no account until somebody opens the link", async () => {
  const founded = await realm();
  successOf(await founded.request(" zoe@example.org "));
  expect(await kinds(founded)).toEqual([["zoe@example.org", "confirm_sign_up"]]);
  expect((await founded.state()).userByEmail("zoe@example.org")).toBeUndefined();
});

test("only the mail says that the address already has an account", async () => {
  const founded = await realm();
  expect(successOf(await founded.request("BEN@example.com"))).toEqual({ kind: "mailed" });
  expect(await kinds(founded)).toEqual([["BEN@example.com", "already_joined"]]);
});

test("an organization that requires invitations admits only people with a link that still works", async () => {
  const founded = await realm();
  await founded.set({ inviteRequired: true });
  expect(refusalOf(await founded.request("zoe@example.org"))).toMatch(/need an invitation/);
  expect(refusalOf(await founded.request("zoe@example.org", { invitationToken: "x" }))).toMatch(
    /invalid or incomplete/,
  );
  expect(await founded.mails()).toEqual([]);
  successOf(await founded.request("zoe@example.org", { invitationToken: await founded.newLink() }));
  expect(await kinds(founded)).toEqual([["zoe@example.org", "confirm_sign_up"]]);
});

test("where nobody logs in with a password, only an invitation link lets people confirm an address", async () => {
  const founded = await realm();
  await founded.set({ disabledLoginMethods: ["Email"] });
  expect(refusalOf(await founded.request("zoe@example.org"))).toMatch(/password/i);
  successOf(await founded.request("zoe@example.org", { invitationToken: await founded.newLink() }));
});

describe("on a server that sends no mail", () => {
  const without = async (...offeredLogins: readonly LoginMethod[]) => {
    const founded = await realm();
    const services = { ...founded.services, mailer: { reachesPeople: false }, offeredLogins };
    return {
      ...founded,
      request: (email: string, more: { readonly invitationToken?: string } = {}) =>
        requestSignUp(services)(founded.realmId, { email, remoteAddress: "::1", ...more })(),
    };
  };

  test("an invitation link admits somebody at once, with what it grants", async () => {
    const founded = await without("Email");
    await founded.set({ inviteRequired: true });
    const requested = successOf(
      await founded.request("zoe@example.org", { invitationToken: await founded.newLink() }),
    );
    const token = requested.kind === "admitted" ? requested.token : "";
    const opened = await openTicket(founded.services)(founded.realmId, { purpose: "sign_up", token })();
    expect(successOf(opened)).toMatchObject({ email: "zoe@example.org", invitation: { role: "member" } });
    expect(await founded.mails()).toEqual([]);
  });

  test("nobody is admitted with the address of somebody else's account, or without an invitation", async () => {
    const founded = await without("Email");
    const invitationToken = await founded.newLink();
    expect(refusalOf(await founded.request("BEN@example.com", { invitationToken }))).toBe(
      "Already has an account.",
    );
    expect(successOf(await founded.request("zoe@example.org"))).toEqual({ kind: "mailed" });
  });

  test("addresses must still be confirmed where a sign-on service recognizes people by them", async () => {
    const founded = await without("Email", "OpenID Connect");
    const invitationToken = await founded.newLink();
    expect(successOf(await founded.request("zoe@example.org", { invitationToken }))).toEqual({
      kind: "mailed",
    });
  });
});

test.each([
  ["no address", "Enter a valid email address."],
  ["x@disposable.example", "Please use your real email address."],
])("refuses %s", async (email, message) => {
  const founded = await realm();
  expect(refusalOf(await founded.request(email))).toBe(message);
  expect(await founded.mails()).toEqual([]);
});

test("a deactivated organization admits nobody", async () => {
  const founded = await realm();
  await founded.append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(await founded.request("zoe@example.org")).toMatchObject({ left: { code: "REALM_DEACTIVATED" } });
  expect(await founded.mails()).toEqual([]);
});

test("limits the mail that can be sent to one address", async () => {
  const founded = await realm();
  for (const remoteAddress of ["2001:db8:1::1", "2001:db8:2::1", "2001:db8:3::1"])
    successOf(await founded.request("zoe@example.org", { remoteAddress }));
  expect(await founded.request("ZOE@example.org", { remoteAddress: "2001:db8:4::1" })).toMatchObject({
    left: { code: "RATE_LIMIT_HIT", retryAfterSeconds: 60 },
  });
  expect(await founded.mails()).toHaveLength(3);
});
