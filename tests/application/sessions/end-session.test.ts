import { endSession } from "../../../src/application/sessions/end-session";
import { listSessions } from "../../../src/application/sessions/list-sessions";
import { openSession } from "../../../src/application/sessions/open-session";
import { memoryRealm } from "../../support/application/memory-realm";

test("a user ends one of their own sessions, and the audit log names the browser", async () => {
  const { ann, ben, services, realmId, world } = await memoryRealm({
    people: { ann: "member", ben: "member" },
  });
  for (const name of ["Firefox", "Chromium"])
    await openSession(services)(realmId, ann.id, { name, remoteAddress: "::1" })();
  const missing = "Session does not exist";
  expect(await ben.isRefused(endSession, "session 1")).toBe(missing);
  await ann.does(endSession, "session 1");
  expect(await ann.isRefused(endSession, "session 1")).toBe(missing);
  expect((await ann.does(listSessions)).map(({ browser }) => browser)).toEqual(["Chromium"]);
  const entries = await world.persistence.auditLog.page(
    realmId,
    { kinds: ["user_session_ended"] },
    undefined,
    9,
  );
  expect(entries).toMatchObject([{ actor: { userId: ann.id }, before: { browsers: ["Firefox"] } }]);
});
