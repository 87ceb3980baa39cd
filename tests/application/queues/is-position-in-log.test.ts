import { isPositionInLog } from "../../../src/application/queues/is-position-in-log";
import { newProcess } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

test("the log has every position up to its head, and none after", async () => {
  const { services, realmId, state } = await memoryRealm();
  const { position } = await state();
  const isKnown = (at: number) => isPositionInLog(services.directory, realmId, at);
  expect(await Promise.all([0, position, position + 1].map(isKnown))).toEqual([true, true, false]);
});

test("a position that another node committed is found in the log", async () => {
  const { world, realmId, ben, lunch, state } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben"] } },
  });
  const other = newProcess(world.outside);
  await other.directory.stateOf(realmId);
  await ben.says(lunch);
  const { position } = await state();
  expect(other.directory.positionOf(realmId)).toBeLessThan(position);
  expect(await isPositionInLog(other.directory, realmId, position)).toBe(true);
});

test("a position in memory asks no storage", async () => {
  const { services, realmId, state } = await memoryRealm();
  const { position } = await state();
  const newest = jest.spyOn(services.directory, "newest");
  expect(await isPositionInLog(services.directory, realmId, position)).toBe(true);
  expect(newest).not.toHaveBeenCalled();
});
