import { fetchPresence } from "../../../src/application/presence/fetch-presence";
import { reportPresence } from "../../../src/application/presence/report-presence";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { memoryRealm } from "../../support/application/memory-realm";

const active = { status: "active", pingOnly: true, lastUpdateId: -1, historyDays: undefined };

test("anyone's presence can be fetched by id or address", async () => {
  const { ann, ben, clock } = await memoryRealm({ people: { ann: "member", ben: "member" } });
  await ann.does(reportPresence, active);
  for (const wanted of [ann.id, "ANN@example.com"])
    expect(await ben.does(fetchPresence, wanted)).toMatchObject({ activeAt: expect.any(Number) });
  expect(clock.now()).toBeGreaterThan(0);
  expect(await ann.isRefused(fetchPresence, ben.id)).toBe(`No presence data for ${ben.id}`);
});

test("bots, strangers and deactivated users have none", async () => {
  const { ann, ben, gus, bot, append, allow } = await memoryRealm({
    people: { ann: "member", ben: "member", gus: "guest", bot: { botOf: "ann" } },
  });
  await ben.does(reportPresence, active);
  expect(await ann.isRefused(fetchPresence, bot.id)).toBe("Presence is not supported for bot users.");
  expect(await ann.isRefused(fetchPresence, 999)).toBe("No such user");
  await allow("canAccessAllUsersGroup", systemGroupId("role:members"));
  expect(await gus.isRefused(fetchPresence, ben.id)).toBe("No such user");
  await append({ type: "user_deactivated", userId: ben.id, firstMessageId: 1 });
  expect(await ann.isRefused(fetchPresence, ben.id)).toBe("No such user");
});
