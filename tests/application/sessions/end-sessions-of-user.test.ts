import { endSessionsOfUser } from "../../../src/application/sessions/end-sessions-of-user";
import { listSessions } from "../../../src/application/sessions/list-sessions";
import { openSession } from "../../../src/application/sessions/open-session";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({
    people: { ada: "administrator", ann: "member", carl: "member", bot: { botOf: "ann" } },
  });
  const { carl, owner, services, realmId } = found;
  for (const who of [carl, carl, owner])
    await openSession(services)(realmId, who.id, { name: "Firefox", remoteAddress: "::1" })();
  return found;
};

test("an administrator ends one session of a user, or all", async () => {
  const { ada, carl } = await realm();
  await ada.does(endSessionsOfUser, carl.id, "session 1");
  expect(await ada.isRefused(endSessionsOfUser, carl.id, "session 1")).toBe("Session does not exist");
  expect(await carl.does(listSessions)).toHaveLength(1);
  await ada.does(endSessionsOfUser, carl.id, undefined);
  expect(await carl.does(listSessions)).toEqual([]);
});

test("administrators can't end owners' sessions, and members can't end anyone else's", async () => {
  const { ada, ann, carl, owner, bot } = await realm();
  for (const id of [undefined, "session 3"])
    expect(await ada.isRefused(endSessionsOfUser, owner.id, id)).toBe("Insufficient permission");
  expect(await ann.isRefused(endSessionsOfUser, carl.id, undefined)).toBe("Insufficient permission");
  expect(await ann.isRefused(endSessionsOfUser, bot.id, undefined)).toBe("No such user");
  expect(await owner.does(listSessions)).toHaveLength(1);
});
