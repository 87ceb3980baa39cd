import { listPresenceSince } from "../../../src/application/presence/list-presence-since";
import { reportPresence } from "../../../src/application/presence/report-presence";
import { memoryRealm } from "../../support/application/memory-realm";

test("only changes since an answer are listed, or everyone who was present lately", async () => {
  const { ann, ben, services, realmId } = await memoryRealm({ people: { ann: "member", ben: "member" } });
  const active = { status: "active", pingOnly: true, lastUpdateId: undefined, historyDays: undefined };
  await ann.does(reportPresence, active);
  const first = await listPresenceSince(services)(realmId, undefined, undefined);
  expect([...first.presences.keys()]).toEqual([ann.id]);
  await ben.does(reportPresence, active);
  const since = await listPresenceSince(services)(realmId, first.lastUpdateId, undefined);
  expect([...since.presences.keys()]).toEqual([ben.id]);
});
