import { permitEmailChanges } from "../../../src/application/accounts/permit-email-changes";
import { memoryRealm } from "../../support/application/memory-realm";

test("the operator can grant the permission to change other users' addresses, and revoke it", async () => {
  const { services, realmId, owner, user, eventsOf } = await memoryRealm({
    people: { bot: { botOf: "owner" } },
  });
  const permit = async (email: string, may: boolean) =>
    (await permitEmailChanges(services)(realmId, email, may)())._tag;
  expect(await permit("OWNER@example.com", true)).toBe("Right");
  expect((await user(owner)).canChangeUserEmails).toBe(true);
  expect(await eventsOf(() => permit("owner@example.com", true))).toEqual([]);
  await permit("owner@example.com", false);
  expect((await user(owner)).canChangeUserEmails).toBe(false);
  expect([await permit("bot@example.com", true), await permit("nobody@example.com", true)]).toEqual([
    "Left",
    "Left",
  ]);
});
