import { wakeUps } from "../../../src/composition/components/wake-ups";
import { localWakeup } from "../../support/application/fakes";
import { memoryApplication } from "../../support/application/memory-application";

/** Wake-ups over a log that can be made unavailable, and what the bus is asked to follow. */
const setUp = async () => {
  const { services, realmId } = await memoryApplication();
  const local = localWakeup();
  const followed: string[] = [];
  let isAway = false;
  let isDeaf = false;
  const eventLog = {
    ...services.eventLog,
    heads: async (realmIds: readonly number[]) => {
      if (isAway) throw new Error("away");
      return services.eventLog.heads(realmIds);
    },
  };
  const wakeup = {
    ...local,
    listen: async (listener: Parameters<typeof local.listen>[0]) => ({
      ...(await local.listen(listener)),
      isConnected: () => !isDeaf,
      follow: (id: number) => followed.push(`follow ${id}`),
      leave: (id: number) => followed.push(`leave ${id}`),
    }),
  };
  const errors: unknown[] = [];
  const component = wakeUps({ ...services, eventLog, wakeup }, (error) => errors.push(error));
  return {
    services,
    realmId,
    component,
    followed,
    errors,
    announce: local.announce,
    leave: (away: boolean) => (isAway = away),
    deafen: (deaf: boolean) => (isDeaf = deaf),
  };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a process knows for how long it has missed others' changes", async () => {
  const { services, realmId, component, leave, errors } = await setUp();
  await services.directory.stateOf(realmId);
  await component.start();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(component.staleFor()).toBeLessThan(4000);
  leave(true);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(component.staleFor()).toBeGreaterThan(15_000);
  expect(errors.length).toBeGreaterThan(3);
  leave(false);
  await jest.advanceTimersByTimeAsync(4000);
  expect(component.staleFor()).toBeLessThan(4000);
  await component.stop();
});

test("the bus follows each loaded realm, from before it is read until it is released", async () => {
  const { services, realmId, component, followed } = await setUp();
  await services.directory.stateOf(realmId);
  await component.start();
  expect(followed).toEqual([`follow ${realmId}`]);
  services.directory.releaseUnused(Number.POSITIVE_INFINITY);
  expect(followed).toEqual([`follow ${realmId}`, `leave ${realmId}`]);
  await services.directory.stateOf(realmId);
  expect(followed.at(-1)).toBe(`follow ${realmId}`);
  await expect(services.directory.stateOf(987)).rejects.toThrow();
  expect(followed.slice(-2)).toEqual(["follow 987", "leave 987"]);
  await component.stop();
});

test("a process that doesn't hear the bus reads from storage who is present on others", async () => {
  const { services, realmId, component, deafen } = await setUp();
  await services.directory.stateOf(realmId);
  await services.presence.since(realmId, undefined);
  await component.start();
  const now = services.clock.now();
  const presence = { activeAt: now, idleAt: now };
  await services.presenceStore.save([{ realmId, userId: 9, presence }]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await services.presence.find(realmId, 9)).toBeUndefined();
  deafen(true);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(await services.presence.find(realmId, 9)).toEqual(presence);
  await component.stop();
  const load = jest.spyOn(services.presenceStore, "load");
  await jest.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
});

test("what happens in a realm that nobody needs here doesn't load it", async () => {
  const { services, realmId, component, announce } = await setUp();
  services.directory.releaseUnused(Number.POSITIVE_INFINITY);
  await component.start();
  announce(realmId, 1000, []);
  await jest.advanceTimersByTimeAsync(1000);
  expect(services.directory.peek(realmId)).toBeUndefined();
  await component.stop();
});
