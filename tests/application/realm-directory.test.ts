import { RealmDirectory } from "../../src/application/realm-directory";
import type { LoggedEvent, RealmEvent } from "../../src/domain/event";
import { aMessageSent, aUser } from "../support/builders";
import { commitAll, foundRealm } from "../support/foundations";
import { memoryPersistence } from "../support/persistence";

const joined = (...ids: readonly number[]): readonly RealmEvent[] =>
  ids.map((id) => ({ type: "user_created", user: aUser({ id }) }));

const begun = async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await foundRealm(persistence.transactions, joined(1));
  const commit = (events: readonly RealmEvent[]) => commitAll(persistence.transactions, realmId, events);
  return { ...persistence, directory: new RealmDirectory(persistence), realmId, commit };
};

const logged = (position: number, event: RealmEvent): LoggedEvent => ({ position, event });

test("a realm is loaded at first use, and once", async () => {
  const { realmId, snapshots, eventLog } = await begun();
  let loads = 0;
  const load = (id: number) => {
    loads += 1;
    return snapshots.load(id);
  };
  const directory = new RealmDirectory({ snapshots: { ...snapshots, load }, eventLog });
  expect(loads).toBe(0);
  const [one, other] = await Promise.all([directory.of(realmId), directory.of(realmId)]);
  expect(one).toBe(other);
  expect([...one.users.keys()]).toEqual([1]);
  expect([loads, one.position]).toEqual([1, 2]);
});

test("a load that fails is tried again at the next use", async () => {
  const { realmId, snapshots, eventLog } = await begun();
  let down = true;
  const load = async (id: number) => {
    if (down) throw new Error("no database");
    return snapshots.load(id);
  };
  const directory = new RealmDirectory({ snapshots: { ...snapshots, load }, eventLog });
  await expect(directory.of(realmId)).rejects.toThrow("no database");
  down = false;
  expect((await directory.of(realmId)).position).toBe(2);
});

test("catching up takes what others committed, to the position at least", async () => {
  const { directory, realmId, commit } = await begun();
  await directory.of(realmId);
  const position = await commit(joined(2, 3));
  expect((await directory.of(realmId)).users.size).toBe(1);
  const state = await directory.catchUp(realmId, position);
  expect([...state.users.keys()]).toEqual([1, 2, 3]);
  expect(await directory.catchUp(realmId, 1)).toBe(state);
});

test("catching up reads a long log to its end", async () => {
  const { directory, realmId, commit } = await begun();
  await directory.of(realmId);
  const position = await commit(Array.from({ length: 2500 }, (_, index) => aMessageSent({ id: index + 1 })));
  expect((await directory.catchUp(realmId, position)).position).toBe(2502);
});

test("an event is taken once, whether this process committed it or read it", async () => {
  const { directory, realmId, commit } = await begun();
  const heard: number[] = [];
  directory.follow((_, state, events) => {
    heard.push(...events.map(({ position }) => position));
    expect(state.position).toBe(events.at(-1)?.position);
  });
  await directory.of(realmId);
  const [second] = joined(2);
  const position = await commit(second ? [second] : []);
  await Promise.all([directory.catchUp(realmId, position), directory.catchUp(realmId, position)]);
  directory.committed(realmId, second ? [logged(position, second)] : []);
  expect((await directory.of(realmId)).position).toBe(3);
  expect(heard).toEqual([3]);
});

test("what this process commits is in the state at once, unless something before it is missing", async () => {
  const { directory, realmId } = await begun();
  const state = await directory.of(realmId);
  directory.committed(
    realmId,
    joined(2).map((event) => logged(3, event)),
  );
  expect([state.position, state.users.has(2)]).toEqual([3, true]);
  directory.committed(
    realmId,
    joined(3).map((event) => logged(5, event)),
  );
  expect([state.position, state.users.has(3)]).toEqual([3, false]);
});

test("what is committed before the realm was loaded comes with the load", async () => {
  const { directory, realmId, commit } = await begun();
  const position = await commit(joined(2));
  directory.committed(
    realmId,
    joined(2).map((event) => logged(position, event)),
  );
  expect((await directory.of(realmId)).users.size).toBe(2);
});

test("a look at a position sees exactly that position", async () => {
  const { directory, realmId, commit } = await begun();
  const usersAt = (position: number) =>
    directory.at(realmId, position, (state) => [state.position, state.users.size]);
  expect(await usersAt(2)).toEqual([2, 1]);
  await commit(joined(2, 3, 4));
  expect(await Promise.all([usersAt(4), usersAt(3), usersAt(4), usersAt(5)])).toEqual([
    [4, 3],
    [3, 2],
    [4, 3],
    [5, 4],
  ]);
  expect(await usersAt(4)).toBeUndefined();
});

test("a look that is waited for sees its position while a commit goes past it", async () => {
  const { directory, realmId, eventLog, snapshots, commit } = await begun();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow = {
    ...eventLog,
    after: async (...args: Parameters<typeof eventLog.after>) => {
      await asked;
      return eventLog.after(...args);
    },
  };
  const waiting = new RealmDirectory({ snapshots, eventLog: slow });
  await waiting.of(realmId);
  await commit(joined(2, 3));
  const look = waiting.at(realmId, 3, (state) => state.users.size);
  await new Promise((next) => setImmediate(next));
  waiting.committed(
    realmId,
    joined(2, 3).map((event, index) => logged(3 + index, event)),
  );
  answer();
  expect(await look).toBe(2);
  expect((await waiting.of(realmId)).position).toBe(4);
  expect((await directory.of(realmId)).position).toBe(4);
});

test("a look that breaks rejects", async () => {
  const { directory, realmId, commit } = await begun();
  await directory.of(realmId);
  await commit(joined(2));
  const look = directory.at(realmId, 3, () => {
    throw new Error("as told");
  });
  await expect(look).rejects.toThrow("as told");
});

test("followers hear events in order, after the state took them", async () => {
  const { directory, realmId, commit } = await begun();
  const heard: (readonly [number, number, number])[] = [];
  directory.follow((id, state, events) => {
    for (const { position } of events) heard.push([id, position, state.position]);
  });
  await directory.of(realmId);
  await directory.catchUp(realmId, await commit(joined(2, 3)));
  expect(heard).toEqual([
    [realmId, 3, 4],
    [realmId, 4, 4],
  ]);
});

test("a state that the log has forgotten the sequel of starts again from storage", async () => {
  const { directory, realmId, eventLog, clock, commit } = await begun();
  await directory.of(realmId);
  await commit(joined(2, 3));
  await eventLog.forget([{ realmId, upTo: 3 }], clock.now() + 1);
  const passed = directory.at(realmId, 3, (state) => state.users.size);
  expect((await directory.catchUp(realmId, 4)).users.size).toBe(3);
  expect(await passed).toBeUndefined();
});

test("a state is found again when the whole log was forgotten", async () => {
  const { directory, realmId, eventLog, clock, commit } = await begun();
  await directory.of(realmId);
  await commit(joined(2));
  await eventLog.forget([{ realmId, upTo: 3 }], clock.now() + 1);
  expect(await directory.at(realmId, 3, (state) => state.users.size)).toBe(2);
});
