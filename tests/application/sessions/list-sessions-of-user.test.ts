import { listSessionsOfUser } from "../../../src/application/sessions/list-sessions-of-user";
import { openSession } from "../../../src/application/sessions/open-session";
import { memoryRealm } from "../../support/application/memory-realm";

test("administrators list a user's live sessions, but not an owner's", async () => {
  const { ada, ann, carl, owner, clock, services, realmId } = await memoryRealm({
    people: { ada: "administrator", ann: "member", carl: "member" },
  });
  const open = () => openSession(services)(realmId, carl.id, { name: "Firefox", remoteAddress: "::1" })();
  await open();
  clock.advance(31 * 86_400_000);
  await open();
  expect((await ada.does(listSessionsOfUser, carl.id)).map(({ id }) => id)).toEqual(["session 2"]);
  expect(await ann.isRefused(listSessionsOfUser, carl.id)).toBe("Insufficient permission");
  expect(await ada.isRefused(listSessionsOfUser, owner.id)).toBe("Insufficient permission");
});
