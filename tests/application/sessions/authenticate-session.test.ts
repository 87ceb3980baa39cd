import { authenticateSession } from "../../../src/application/sessions/authenticate-session";
import { openSession } from "../../../src/application/sessions/open-session";
import { giveApp } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

test("a session authenticates its user, unless they must still set up a second factor", async () => {
  const { ann, services, realmId, set } = await memoryRealm({ people: { ann: "member" } });
  await openSession(services)(realmId, ann.id, { name: "Firefox", remoteAddress: "::1" })();
  expect(await authenticateSession(services)(realmId, "token-1")).toMatchObject({
    right: { user: { id: ann.id }, sessionId: "session 1" },
  });
  expect(await authenticateSession(services)(realmId, "token-2")).toMatchObject({
    left: { code: "UNAUTHORIZED" },
  });
  await set({ requireTwoFactors: true });
  expect(await authenticateSession(services)(realmId, "token-1")).toMatchObject({
    left: { code: "TWO_FACTOR_SETUP_REQUIRED" },
  });
});

test("a session opened by the password alone is refused once its user has two factors", async () => {
  const { ann, services, realmId, ...found } = await memoryRealm({ people: { ann: "member" } });
  await giveApp({ ...found, services }, ann);
  // As another process may open one while the factor is added.
  const token = services.sessionTokens.create();
  const id = services.sessionTokens.idOf(token) ?? "";
  const times = { createdAt: found.clock.now(), lastSeenAt: found.clock.now() };
  const session = { id, userId: ann.id, browser: "Firefox", remoteAddress: "::1", ...times };
  await services.sessions.add(realmId, { ...session, hasBoth: false });
  expect(await authenticateSession(services)(realmId, token)).toMatchObject({ _tag: "Left" });
});
