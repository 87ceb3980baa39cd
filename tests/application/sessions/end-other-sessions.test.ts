import { endOtherSessions } from "../../../src/application/sessions/end-other-sessions";
import { listSessions } from "../../../src/application/sessions/list-sessions";
import { openSession } from "../../../src/application/sessions/open-session";
import { memoryRealm } from "../../support/application/memory-realm";

test("all of the caller's sessions end except the one that they keep", async () => {
  const { ann, ben, services, realmId } = await memoryRealm({ people: { ann: "member", ben: "member" } });
  for (const who of [ann, ann, ann, ben])
    await openSession(services)(realmId, who.id, { name: "Firefox", remoteAddress: "::1" })();
  await ann.does(endOtherSessions, "session 2");
  expect((await ann.does(listSessions)).map(({ id }) => id)).toEqual(["session 2"]);
  await ann.does(endOtherSessions, undefined);
  expect(await ann.does(listSessions)).toEqual([]);
  expect(await ben.does(listSessions)).toHaveLength(1);
});
