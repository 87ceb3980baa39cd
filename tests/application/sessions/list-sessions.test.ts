import { identifySession } from "../../../src/application/sessions/identify-session";
import { listSessions } from "../../../src/application/sessions/list-sessions";
import { openSession } from "../../../src/application/sessions/open-session";
import { memoryRealm } from "../../support/application/memory-realm";

test("the caller's live sessions are listed, most recently used first", async () => {
  const { ann, ben, clock, services, realmId, set } = await memoryRealm({
    people: { ann: "member", ben: "member" },
  });
  for (let count = 0; count < 3; count += 1) {
    clock.advance(3_600_000);
    await openSession(services)(realmId, ann.id, { name: "Firefox", remoteAddress: "::1" })();
  }
  clock.advance(120_000);
  await identifySession(services)(realmId, "token-1");
  const ids = async () => (await ann.does(listSessions)).map(({ id }) => id);
  expect(await ids()).toEqual(["session 1", "session 3", "session 2"]);
  await set({ sessionIdleHours: 1 });
  expect(await ids()).toEqual(["session 1", "session 3"]);
  expect(await ben.does(listSessions)).toEqual([]);
});
