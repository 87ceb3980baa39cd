import { listPresence } from "../../../src/application/presence/list-presence";
import { reportPresence } from "../../../src/application/presence/report-presence";
import { memoryRealm } from "../../support/application/memory-realm";

test("everyone who was present lately is listed", async () => {
  const { ann, ben } = await memoryRealm({ people: { ann: "member", ben: "member" } });
  const active = { status: "active", pingOnly: true, lastUpdateId: -1, historyDays: undefined };
  await ann.does(reportPresence, active);
  const first = await ben.does(listPresence);
  expect([...first.presences.keys()]).toEqual([ann.id]);
  await ben.does(reportPresence, active);
  expect([...(await ann.does(listPresence)).presences.keys()]).toEqual([ann.id, ben.id]);
});
