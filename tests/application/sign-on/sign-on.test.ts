import * as E from "fp-ts/Either";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { byServer } from "../../../src/application/caller";
import type { Identity } from "../../../src/application/ports/login/sign-on-provider";
import { signOn } from "../../../src/application/sign-on/sign-on";
import { joinRealm } from "../../../src/application/sign-up/join-realm";
import { newBot } from "../../../src/domain/bots/bot";
import type { RealmEvent } from "../../../src/domain/events/event";
import { aVisitor } from "../../support/application/fakes";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { anInvitation } from "../../support/builders/entities";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const identity = (more: Partial<Identity> = {}): Identity => ({
  provider: "https://login.example.com",
  subject: "ann",
  email: "ann@example.com",
  fullName: "Ann",
  ...more,
});
const comeAs = (more: Partial<Identity> = {}) =>
  signOn(world.services)(aVisitor(world.realmId), identity(more))();
const whoIs = async (more: Partial<Identity> = {}): Promise<unknown> => successOf(await comeAs(more));

test("a person is matched by address the first time, and by the service's identifier afterwards", async () => {
  const ann = { kind: "known", userId: (await world.newMember("Ann")).userId };
  expect(await whoIs()).toEqual(ann);
  expect(await whoIs({ email: "ann.married@example.com" })).toEqual(ann);
  expect(await whoIs({ email: undefined })).toEqual(ann);
});

const linked = () =>
  world.persistence.auditLog.page(world.realmId, { kinds: ["user_sign_on_linked"] }, undefined, 9);

test("owners read once that a person at another service can log in to an account", async () => {
  const { userId } = await world.newMember("Ann");
  for (let login = 0; login < 2; login += 1) await whoIs();
  expect(await linked()).toMatchObject([
    {
      actor: { userId, address: aVisitor(world.realmId).remoteAddress },
      target: { type: "user", id: userId },
      after: { provider: "https://login.example.com" },
    },
  ]);
});

test("nobody can log in with a service that the organization doesn't allow", async () => {
  await world.newMember("Ann");
  await whoIs();
  await world.services.inTransaction(byServer(world.realmId), async (tx) =>
    E.right(
      tx.append({
        type: "realm_changed",
        change: { settings: { disabledLoginMethods: ["OpenID Connect"] } },
      }),
    ),
  );
  const words = "This organization doesn't allow logging in with this service.";
  expect(refusalOf(await comeAs())).toBe(words);
  expect(refusalOf(await comeAs({ subject: "new", email: "new@example.com" }))).toBe(words);
});

test("a linked account isn't taken over by the person who now has its address", async () => {
  await world.newMember("Ann");
  await whoIs();
  expect(refusalOf(await comeAs({ subject: "eve" }))).toMatch(/belongs to somebody else/);
  expect(await whoIs()).toMatchObject({ kind: "known" });
});

test("a person whose address at the service changes to another user's keeps their own account here", async () => {
  await world.newMember("Ann");
  const { userId } = await world.newMember("Ben");
  await whoIs({ subject: "ben", email: "ben@example.com" });
  expect(await whoIs({ subject: "ben", email: "ann@example.com" })).toEqual({ kind: "known", userId });
});

test("another mailbox whose letters fold to an account's address isn't that account's owner", async () => {
  await world.newMember("Iris");
  const outcome = await comeAs({ subject: "dotted", email: "İris@example.com" });
  expect(refusalOf(outcome)).toMatch(/invit/i);
});

test("an account whose address begins with k isn't that of an address with the Kelvin sign", async () => {
  const { userId } = await world.newMember("Kim");
  expect(refusalOf(await comeAs({ subject: "kelvin", email: "\u212Aim@example.com" }))).toMatch(/invit/i);
  expect(await whoIs({ subject: "kim", email: "KIM@example.com" })).toEqual({ kind: "known", userId });
});

test("an unconfirmed address at the service identifies nobody", async () => {
  await world.newMember("Ann");
  expect(refusalOf(await comeAs({ email: undefined }))).toMatch(/hasn't confirmed/);
});

test("a new account made with a service is linked to it", async () => {
  await world.services.inTransaction(byServer(world.realmId), async (tx) => {
    tx.append({ type: "realm_changed", change: { settings: { inviteRequired: false } } });
    return { _tag: "Right", right: undefined };
  });
  const come = { subject: "zoe", email: "zoe@example.com" };
  const outcome = successOf(await comeAs(come));
  if (outcome.kind !== "new") throw new Error("Zoe was known");
  const ticket = { purpose: "sign_up", token: outcome.token } as const;
  const wanted = { fullName: "Zoe", password: "" };
  const userId = successOf(await joinRealm(world.services)(aVisitor(world.realmId), ticket, wanted)());
  expect(await linked()).toMatchObject([{ target: { type: "user", id: userId } }]);
  expect(await whoIs({ ...come, email: "zoe.new@example.com" })).toEqual({ kind: "known", userId });
  expect(refusalOf(await comeAs({ ...come, subject: "eve" }))).toMatch(/belongs to somebody else/);
});

test("a deactivated account admits nobody, by address or by identifier", async () => {
  const { userId } = await world.newMember("Ann");
  await whoIs();
  successOf(
    await deactivateUser(world.services)(world.owner, {
      userId,
      actions: noDeactivationActions,
      comment: undefined,
    })(),
  );
  expect(refusalOf(await comeAs())).toBe("Account is deactivated");
  expect(refusalOf(await comeAs({ subject: "eve" }))).toBe("Account is deactivated");
});

test("an invitation whose inviter may no longer invite neither admits anyone nor keeps them out", async () => {
  const ann = await world.newMember("Ann");
  const change = (event: RealmEvent) =>
    world.services.inTransaction(byServer(world.realmId), async (tx) => E.right(tx.append(event)));
  const invitation = anInvitation({ id: 90, inviterId: ann.userId, email: "zoe@example.com" });
  await change({ type: "invitations_made", invitations: [invitation] });
  const come = { subject: "zoe", email: "zoe@example.com" };
  expect(await whoIs(come)).toMatchObject({ kind: "new" });
  await change({ type: "role_changed", userId: ann.userId, from: "member", to: "guest" });
  expect(refusalOf(await comeAs(come))).toMatch(/need an invitation/);
  await change({ type: "realm_changed", change: { settings: { inviteRequired: false } } });
  const outcome = successOf(await comeAs(come));
  if (outcome.kind !== "new") throw new Error("Zoe was known");
  const ticket = { purpose: "sign_up", token: outcome.token } as const;
  const wanted = { fullName: "Zoe", password: "" };
  successOf(await joinRealm(world.services)(aVisitor(world.realmId), ticket, wanted)());
});

test("nobody logs in as a bot, even with its address", async () => {
  const { userId } = await world.newMember("Ann");
  await world.newMember("Bot", { bot: newBot("generic", userId) });
  expect(refusalOf(await comeAs({ subject: "bot", email: "bot@example.com" }))).toMatch(
    /username or password/,
  );
});
