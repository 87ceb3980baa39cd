import { right } from "fp-ts/Either";
import { byServer } from "../../../src/application/caller";
import type { Identity } from "../../../src/application/ports/sign-on-provider";
import { forgetSignOn } from "../../../src/application/sign-on/forget-sign-on";
import { signOn } from "../../../src/application/sign-on/sign-on";
import { joinRealm } from "../../../src/application/sign-up/join-realm";
import { deactivateUser } from "../../../src/application/users/deactivate-user";
import { noActions } from "../../../src/application/users/deactivation";
import { aVisitor } from "../../support/fakes";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/memory-application";

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
const comeAs = (more: Partial<Identity> = {}) => signOn(world.services)(world.realmId, identity(more))();
const whoIs = async (more: Partial<Identity> = {}): Promise<unknown> => successOf(await comeAs(more));

test("somebody is known by their address once, and by the service's name for them from then on", async () => {
  const ann = { kind: "known", userId: (await world.newMember("Ann")).userId };
  expect(await whoIs()).toEqual(ann);
  expect(await whoIs({ email: "ann.married@example.com" })).toEqual(ann);
  expect(await whoIs({ email: undefined })).toEqual(ann);
});

test("nobody is let in where the organization doesn't take logins from the service", async () => {
  await world.newMember("Ann");
  await whoIs();
  await world.services.inTransaction(
    byServer(world.realmId),
    (tx) => async () =>
      right(
        tx.append({
          type: "realm_changed",
          change: { settings: { disabledLoginMethods: ["OpenID Connect"] } },
        }),
      ),
  )();
  const words = "This organization doesn't take logins from the other service.";
  expect(refusalOf(await comeAs())).toBe(words);
  expect(refusalOf(await comeAs({ subject: "new", email: "new@example.com" }))).toBe(words);
});

test("an account that is linked is not taken over by whoever has its address now", async () => {
  await world.newMember("Ann");
  await whoIs();
  expect(refusalOf(await comeAs({ subject: "eve" }))).toMatch(/belongs to somebody else/);
  expect(await whoIs()).toMatchObject({ kind: "known" });
});

test("whoever moves to another's address at the service keeps their own account here", async () => {
  await world.newMember("Ann");
  const { userId } = await world.newMember("Ben");
  await whoIs({ subject: "ben", email: "ben@example.com" });
  expect(await whoIs({ subject: "ben", email: "ann@example.com" })).toEqual({ kind: "known", userId });
});

test("an address that the service hasn't confirmed makes nobody known", async () => {
  await world.newMember("Ann");
  expect(refusalOf(await comeAs({ email: undefined }))).toMatch(/doesn't say/);
});

test("who makes an account by the service is linked to it with that", async () => {
  await world.services.inTransaction(byServer(world.realmId), (tx) => async () => {
    tx.append({ type: "realm_changed", change: { settings: { inviteRequired: false } } });
    return { _tag: "Right", right: undefined };
  })();
  const come = { subject: "zoe", email: "zoe@example.com" };
  const outcome = successOf(await comeAs(come));
  if (outcome.kind !== "new") throw new Error("Zoe was known");
  const ticket = { purpose: "sign_up", token: outcome.token } as const;
  const wanted = { fullName: "Zoe", password: "", acceptsTerms: true };
  const userId = successOf(await joinRealm(world.services)(aVisitor(world.realmId), ticket, wanted)());
  expect(await whoIs({ ...come, email: "zoe.new@example.com" })).toEqual({ kind: "known", userId });
  expect(refusalOf(await comeAs({ ...come, subject: "eve" }))).toMatch(/belongs to somebody else/);
});

test("an account that ended lets nobody in, by whatever name", async () => {
  const { userId } = await world.newMember("Ann");
  await whoIs();
  successOf(
    await deactivateUser(world.services)(world.owner, { userId, actions: noActions, comment: undefined })(),
  );
  expect(refusalOf(await comeAs())).toBe("Account is deactivated");
  expect(refusalOf(await comeAs({ subject: "eve" }))).toBe("Account is deactivated");
});

test("whoever runs the server frees an account whose person has another name at the service", async () => {
  const { userId } = await world.newMember("Ann");
  await whoIs();
  successOf(await forgetSignOn(world.services)(world.realmId, "ann@example.com")());
  expect(await whoIs({ subject: "ann-2" })).toEqual({ kind: "known", userId });
  expect(refusalOf(await comeAs())).toMatch(/belongs to somebody else/);
});
