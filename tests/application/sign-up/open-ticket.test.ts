import { sendInvitations } from "../../../src/application/invitations/send-invitations";
import { openTicket } from "../../../src/application/sign-up/open-ticket";
import type { Ticket } from "../../../src/application/sign-up/shared/ticket";
import { millisecondsIn } from "../../../src/domain/units/time";
import { newProcess, refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { memberInvitation } from "../../support/builders/invitations";

const realm = async () => {
  const founded = await memoryRealm();
  const { services, realmId, owner, mails } = founded;
  return {
    ...founded,
    open: (ticket: Ticket, by = services) => openTicket(by)(realmId, ticket)(),
    signUp: (more: object = {}): Ticket => {
      const expiresAt = founded.clock.now() + millisecondsIn.day;
      const values = { realm: realmId, email: "zoe@example.org", expiresAt, ...more };
      return { purpose: "sign_up", token: services.linkTokens.write("sign_up", values) };
    },
    invited: async (): Promise<Ticket> => {
      await owner.does(sendInvitations, { ...memberInvitation, addresses: "zoe@example.org" });
      const [mail] = (await mails()).slice(-1);
      const link = mail && "link" in mail.letter ? mail.letter.link : "";
      return { purpose: "invitation", token: link.split("/join/")[1] ?? "" };
    },
  };
};

test("an invitation proves the address that it was mailed to, and names what it grants", async () => {
  const { open, invited } = await realm();
  expect(successOf(await open(await invited()))).toMatchObject({
    email: "zoe@example.org",
    invitation: { role: "member" },
    needsPassword: true,
    identity: undefined,
  });
});

test("another node's invitation is found at once", async () => {
  const { open, invited, world, realmId } = await realm();
  const other = newProcess(world.outside);
  await other.directory.stateOf(realmId);
  successOf(await open(await invited(), other));
});

test("a confirmed address needs no invitation if the realm requires none, and needs a password unless a service vouched for it", async () => {
  const { open, signUp, set } = await realm();
  expect(refusalOf(await open(signUp()))).toMatch(/need an invitation/);
  await set({ inviteRequired: false });
  expect(successOf(await open(signUp()))).toMatchObject({ email: "zoe@example.org", needsPassword: true });
  const identity = { provider: "https://login.example.com", subject: "zoe" };
  expect(successOf(await open(signUp(identity)))).toMatchObject({
    needsPassword: false,
    identity,
  });
});

test("a ticket ends when it expires, and when the address has an account", async () => {
  const { open, signUp, set, clock } = await realm();
  await set({ inviteRequired: false });
  const ticket = signUp();
  expect(refusalOf(await open(signUp({ email: "owner@example.com" })))).toMatch(/used/);
  clock.advance(millisecondsIn.day - 1);
  successOf(await open(ticket));
  clock.advance(1);
  expect(refusalOf(await open(ticket))).toMatch(/expired/);
});

test("a ticket of another organization, for another purpose, or forged opens nothing", async () => {
  const { open, signUp, realmId } = await realm();
  expect(refusalOf(await open(signUp({ realm: realmId + 1 })))).toMatch(/another organization/);
  expect(refusalOf(await open({ ...signUp(), purpose: "invitation" }))).toMatch(/invalid or incomplete/);
  expect(refusalOf(await open({ purpose: "sign_up", token: "x" }))).toMatch(/invalid or incomplete/);
});
