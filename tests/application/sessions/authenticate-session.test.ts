import { authenticateSession } from "../../../src/application/sessions/authenticate-session";
import { openSession } from "../../../src/application/sessions/open-session";
import { foundTown } from "../../support/town";

test("a session authenticates its user, unless they must still set up a second factor", async () => {
  const { ann, services, realmId, set } = await foundTown({ people: { ann: "member" } });
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
