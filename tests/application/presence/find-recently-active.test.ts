import { findRecentlyActive } from "../../../src/application/presence/find-recently-active";
import { reportPresence } from "../../../src/application/presence/report-presence";
import { memoryRealm } from "../../support/application/memory-realm";

test("a user is recently active for two weeks after they were last present", async () => {
  const { ann, clock, services, realmId, user } = await memoryRealm({ people: { ann: "member" } });
  const isActive = async () => (await findRecentlyActive(services)(realmId))(await user(ann));
  clock.advance(60 * 86_400_000);
  expect(await isActive()).toBe(false);
  const active = { status: "active", pingOnly: true, lastUpdateId: -1, historyDays: undefined };
  await ann.does(reportPresence, active);
  clock.advance(13 * 86_400_000);
  expect(await isActive()).toBe(true);
  clock.advance(2 * 86_400_000);
  expect(await isActive()).toBe(false);
});
