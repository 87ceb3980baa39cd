import { RealmDirectory } from "../../../src/application/held-realms/realm-directory";
import type { RealmEvent } from "../../../src/domain/events/event";
import { apply } from "../../../src/domain/state/apply";
import { estimatedBytes } from "../../../src/domain/state/estimated-bytes";
import type { LogStep } from "../../../src/domain/state/log-step";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { aMessageSent, aUser } from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

const joined = (...ids: readonly number[]): readonly RealmEvent[] =>
  ids.map((id) => ({ type: "user_created", user: aUser({ id }) }));

const begun = async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore, joined(1));
  const commit = async (events: readonly RealmEvent[]) =>
    commitAll(persistence.eventStore, realmId, events, await persistence.snapshots.load(realmId));
  return { ...persistence, persistence, directory: new RealmDirectory(persistence), realmId, commit };
};

/** The steps that a commit after the state passes to the directory. */
const stepsAfter = (state: RealmState, events: readonly RealmEvent[]): readonly LogStep[] => {
  let before = state;
  return events.map((event) => {
    const step = { position: before.position + 1, before, event, after: apply(before, event) };
    before = step.after;
    return step;
  });
};

test("a realm is loaded at first use, and only once", async () => {
  const { realmId, snapshots, persistence } = await begun();
  let loads = 0;
  const load = (id: number) => {
    loads += 1;
    return snapshots.load(id);
  };
  const directory = new RealmDirectory({ ...persistence, snapshots: { ...snapshots, load } });
  expect(loads).toBe(0);
  const [one, other] = await Promise.all([directory.stateOf(realmId), directory.stateOf(realmId)]);
  expect(one).toBe(other);
  expect([...one.users.keys()]).toEqual([1]);
  expect([loads, one.position]).toEqual([1, 2]);
});

test("going back to an old state begins at one that was noted on the way", async () => {
  const { realmId, persistence } = await begun();
  const asked: number[] = [];
  const undos: typeof persistence.eventLog.undos = (id, after, upTo, limit) => {
    asked.push(upTo);
    return persistence.eventLog.undos(id, after, upTo, limit);
  };
  const directory = new RealmDirectory({ ...persistence, eventLog: { ...persistence.eventLog, undos } });
  const first = await directory.stateOf(realmId);
  const change = { type: "user_status_changed", userId: 1, change: { text: "" } } as const;
  directory.committed(
    realmId,
    stepsAfter(
      first,
      Array.from({ length: 6000 }, () => change),
    ),
  );
  expect((await directory.at(realmId, first.position))?.position).toBe(first.position);
  expect(asked[0]).toBe(first.position + 2500);
});

test("a failed load is tried again at the next use", async () => {
  const { realmId, snapshots, persistence } = await begun();
  let down = true;
  const load = async (id: number) => {
    if (down) throw new Error("no database");
    return snapshots.load(id);
  };
  const directory = new RealmDirectory({ ...persistence, snapshots: { ...snapshots, load } });
  await expect(directory.stateOf(realmId)).rejects.toThrow("no database");
  down = false;
  expect((await directory.stateOf(realmId)).position).toBe(2);
});

test("catching up applies other processes' commits, at least up to the position", async () => {
  const { directory, realmId, commit } = await begun();
  await directory.stateOf(realmId);
  const position = await commit(joined(2, 3));
  expect((await directory.stateOf(realmId)).users.size).toBe(1);
  const state = await directory.catchUp(realmId, position);
  expect([...state.users.keys()]).toEqual([1, 2, 3]);
  expect(await directory.catchUp(realmId, 1)).toBe(state);
});

describe("events received from another process", () => {
  const setUp = async () => {
    const { persistence, realmId, commit } = await begun();
    let reads = 0;
    const eventLog = {
      ...persistence.eventLog,
      after: (...asked: Parameters<typeof persistence.eventLog.after>) => {
        reads += 1;
        return persistence.eventLog.after(...asked);
      },
    };
    const directory = new RealmDirectory({ ...persistence, eventLog });
    await directory.stateOf(realmId);
    const followed: number[] = [];
    directory.follow({ follow: (_, { position }) => followed.push(position) });
    const events = joined(2, 3, 4).map((event, index) => ({ position: index + 3, event }));
    await commit(joined(2, 3, 4));
    return { directory, realmId, events, followed, reads: () => reads };
  };

  test("continue the state without a read of the log", async () => {
    const { directory, realmId, events, followed, reads } = await setUp();
    directory.received(realmId, events.slice(0, 2));
    directory.received(realmId, events);
    const state = await directory.catchUp(realmId, 5);
    expect([[...state.users.keys()], followed, reads()]).toEqual([[1, 2, 3, 4], [3, 4, 5], 0]);
  });

  test("are left to the log if they leave a gap", async () => {
    const { directory, realmId, events, followed, reads } = await setUp();
    directory.received(realmId, events.slice(1));
    expect([directory.positionOf(realmId), followed]).toEqual([2, []]);
    await directory.catchUp(realmId, 5);
    expect([directory.positionOf(realmId), followed, reads()]).toEqual([5, [3, 4, 5], 1]);
  });

  test("count once if they arrive during a read of the log", async () => {
    const { directory, realmId, events, followed } = await setUp();
    const catchingUp = directory.catchUp(realmId, 5);
    directory.received(realmId, events.slice(0, 1));
    expect((await catchingUp).users.size).toBe(4);
    expect(followed).toEqual([3, 4, 5]);
  });

  test("mean nothing to a realm that isn't in memory", async () => {
    const { directory, realmId, events } = await setUp();
    directory.releaseUnused(Number.POSITIVE_INFINITY);
    directory.received(realmId, events);
    expect(directory.peek(realmId)).toBeUndefined();
  });
});

test("catching up reads a long log to its end", async () => {
  const { directory, realmId, commit } = await begun();
  await directory.stateOf(realmId);
  const position = await commit(Array.from({ length: 2500 }, (_, index) => aMessageSent({ id: index + 1 })));
  expect((await directory.catchUp(realmId, position)).position).toBe(2502);
});

test("catching up to a position that never comes stops at the log's end after a few queries", async () => {
  const { persistence, realmId } = await begun();
  const asked: number[] = [];
  const eventLog: typeof persistence.eventLog = {
    ...persistence.eventLog,
    after: (...given) => {
      asked.push(given[1]);
      if (asked.length > 10) throw new Error("It asks for ever");
      return persistence.eventLog.after(...given);
    },
  };
  const directory = new RealmDirectory({ ...persistence, eventLog });
  expect((await directory.catchUp(realmId, 1000)).position).toBe(2);
  expect(await directory.at(realmId, 1000)).toBeUndefined();
});

/** A directory with the realm in memory, and a gate where reads of the log's head wait, after they have found it. */
const behindGate = async () => {
  const { persistence, realmId, commit, clock } = await begun();
  let open = () => {};
  let isSlow = false;
  const eventLog: typeof persistence.eventLog = {
    ...persistence.eventLog,
    head: async (id) => {
      const head = await persistence.eventLog.head(id);
      if (isSlow) await new Promise<void>((resolve) => (open = resolve));
      return head;
    },
  };
  const directory = new RealmDirectory({ ...persistence, eventLog });
  await directory.stateOf(realmId);
  const heard: (number | string)[] = [];
  directory.follow({
    follow: (_, { position }) => heard.push(position),
    release: () => heard.push("released"),
    passedOver: () => heard.push("passed over"),
  });
  /** Begins to catch up, and waits until it has read that the log has nothing new. */
  const catchUp = async (position: number): Promise<{ readonly caughtUp: Promise<RealmState> }> => {
    isSlow = true;
    const caughtUp = directory.catchUp(realmId, position);
    await new Promise((resolve) => setImmediate(resolve));
    return { caughtUp };
  };
  const openGate = (): void => {
    isSlow = false;
    open();
  };
  return { persistence, directory, realmId, commit, clock, heard, catchUp, openGate };
};

test("a caller that joins a query sent too early still reaches its position", async () => {
  const { directory, realmId, commit, heard, catchUp, openGate } = await behindGate();
  const { caughtUp: early } = await catchUp(3);
  const position = await commit(joined(2));
  const late = directory.catchUp(realmId, position);
  openGate();
  expect((await late).position).toBe(position);
  await early;
  expect(heard).toEqual([3]);
});

test("a realm that is catching up isn't released, because its followers would miss what it reads", async () => {
  const { directory, realmId, commit, clock, heard, catchUp, openGate } = await behindGate();
  const { caughtUp: early } = await catchUp(3);
  const late = directory.catchUp(realmId, await commit(joined(2)));
  clock.advance(1000);
  directory.releaseUnused(clock.now());
  openGate();
  await Promise.all([early, late]);
  expect(directory.peek(realmId)?.position).toBe(3);
  expect(heard).toEqual([3]);
});

test("followers hear nothing of a realm that was discarded while it catches up", async () => {
  const { directory, realmId, commit, heard, catchUp, openGate } = await behindGate();
  const { caughtUp: early } = await catchUp(3);
  const late = directory.catchUp(realmId, await commit(joined(2)));
  directory.discard(realmId);
  openGate();
  expect((await late).position).toBe(3);
  await early;
  expect(heard).toEqual(["released", "passed over"]);
});

test("a state ahead of the log is released, because the log lost events behind it", async () => {
  const { directory, realmId, commit, persistence } = await begun();
  const heard: string[] = [];
  directory.follow({ passedOver: () => heard.push("passed over"), release: () => heard.push("released") });
  await directory.catchUp(realmId, await commit(joined(2, 3)));
  await persistence.loseAfter(realmId, 3);
  expect((await directory.newest(realmId)).position).toBe(3);
  expect(heard).toEqual(["released", "passed over"]);
});

test("an event is applied once, whether this process committed it or read it", async () => {
  const { directory, realmId, commit } = await begun();
  const heard: number[] = [];
  directory.follow({ follow: (_, { position }) => heard.push(position) });
  const loaded = await directory.stateOf(realmId);
  const position = await commit(joined(2));
  await Promise.all([directory.catchUp(realmId, position), directory.catchUp(realmId, position)]);
  directory.committed(realmId, stepsAfter(loaded, joined(2)));
  expect((await directory.stateOf(realmId)).position).toBe(3);
  expect(heard).toEqual([3]);
});

test("this process's commits are in the state at once, unless an earlier event is missing", async () => {
  const { directory, realmId } = await begun();
  const state = await directory.stateOf(realmId);
  const [second, third, fourth] = stepsAfter(state, joined(2, 3, 4));
  if (!second || !third || !fourth) throw new Error("There are three steps");
  directory.committed(realmId, [second]);
  expect(directory.peek(realmId)?.users.has(2)).toBe(true);
  directory.committed(realmId, [fourth]);
  expect(directory.peek(realmId)?.position).toBe(3);
  expect([state.position, state.users.has(2)]).toEqual([2, false]);
});

test("events committed before the realm was loaded come with the load", async () => {
  const { directory, realmId, snapshots, commit } = await begun();
  const before = await snapshots.load(realmId);
  await commit(joined(2));
  directory.committed(realmId, stepsAfter(before, joined(2)));
  expect((await directory.stateOf(realmId)).users.size).toBe(2);
});

test("finds the state at a position in memory or by undoing events", async () => {
  const { directory, realmId, persistence, commit } = await begun();
  const usersAt = async (position: number) => {
    const state = await directory.at(realmId, position);
    return [state?.position, state?.users.size];
  };
  expect(await usersAt(2)).toEqual([2, 1]);
  await commit(joined(2, 3, 4));
  expect(await Promise.all([usersAt(4), usersAt(3), usersAt(5)])).toEqual([
    [4, 3],
    [3, 2],
    [5, 4],
  ]);
  const elsewhere = new RealmDirectory(persistence);
  expect((await elsewhere.stateOf(realmId)).position).toBe(5);
  expect([...((await elsewhere.at(realmId, 3))?.users.keys() ?? [])]).toEqual([1, 2]);
  expect((await elsewhere.at(realmId, 3))?.position).toBe(3);
});

test("there is no state at a position whose events were pruned from the log", async () => {
  const { realmId, persistence, eventLog, clock, commit } = await begun();
  await commit(joined(2, 3));
  await eventLog.prune([{ realmId, upTo: 3 }], clock.now() + 1);
  const directory = new RealmDirectory(persistence);
  expect(await directory.at(realmId, 2)).toBeUndefined();
  expect((await directory.at(realmId, 3))?.users.size).toBe(2);
});

describe("once the state was loaded again because pruning had removed the following events", () => {
  /** Commits three events that this directory misses, and the first two are pruned. */
  const jump = async ({ directory, realmId, eventLog, clock, commit }: Awaited<ReturnType<typeof begun>>) => {
    const position = await commit(joined(11, 12, 13));
    await eventLog.prune([{ realmId, upTo: position - 1 }], clock.now() + 1);
    expect((await directory.catchUp(realmId, position)).position).toBe(position);
  };

  test("there is no state before them, even if it was in memory", async () => {
    const world = await begun();
    const { directory, realmId, commit } = world;
    await directory.stateOf(realmId);
    await directory.catchUp(realmId, await commit(joined(2, 3)));
    expect((await directory.at(realmId, 3))?.position).toBe(3);
    await jump(world);
    expect(await directory.at(realmId, 3)).toBeUndefined();
  });

  test("nor if it had been reconstructed", async () => {
    const world = await begun();
    const { directory, realmId, commit } = world;
    await commit(joined(2, 3));
    expect((await directory.at(realmId, 3))?.position).toBe(3);
    await jump(world);
    expect(await directory.at(realmId, 3)).toBeUndefined();
  });
});

test("a realm unused for a while is released, and loaded again when needed", async () => {
  const { directory, realmId, clock, commit } = await begun();
  const released: number[] = [];
  directory.follow({ release: (id) => released.push(id) });
  await directory.stateOf(realmId);
  clock.advance(1000);
  directory.releaseUnused(clock.now());
  expect([released, directory.peek(realmId)]).toEqual([[realmId], undefined]);
  await commit(joined(2));
  expect((await directory.stateOf(realmId)).users.size).toBe(2);
  directory.follow({ needs: (id) => id === realmId });
  clock.advance(1000);
  directory.releaseUnused(clock.now());
  expect(directory.peek(realmId)?.users.size).toBe(2);
});

test("when realms exceed their memory limit, the least recently used are released first", async () => {
  const { persistence, realmId, clock } = await begun();
  const others = [await createRealm(persistence.eventStore), await createRealm(persistence.eventStore)];
  const directory = new RealmDirectory({ ...persistence, mostBytes: 1 });
  for (const id of [realmId, ...others.map((one) => one.id)]) {
    await directory.stateOf(id);
    clock.advance(1);
  }
  expect([...directory.loadedPositions().keys()]).toEqual([others[1]?.id]);
});

test("a realm that only other nodes change is released, and a growing one is measured again", async () => {
  const { persistence, realmId, clock, commit } = await begun();
  const other = await createRealm(persistence.eventStore);
  const directory = new RealmDirectory({ ...persistence, mostBytes: 1_000_000 });
  await directory.stateOf(other.id);
  clock.advance(1000);
  await directory.catchUp(realmId, await commit(joined(2)));
  expect(directory.loadedPositions().size).toBe(2);
  const many = Array.from({ length: 1000 }, (_, index) => index + 3);
  await directory.catchUp(realmId, await commit(joined(...many)));
  expect([...directory.loadedPositions().keys()]).toEqual([realmId]);
  clock.advance(1000);
  await directory.catchUp(realmId, await commit(joined(2000)));
  directory.releaseUnused(clock.now());
  expect(directory.loadedPositions().size).toBe(0);
});

test("the memory that realms take is what they were last measured at, and nothing once they are released", async () => {
  const { directory, realmId, commit, clock, persistence } = await begun();
  const other = await createRealm(persistence.eventStore);
  await directory.stateOf(other.id);
  const ofOther = directory.heldBytes;
  clock.advance(1000);
  const before = await directory.stateOf(realmId);
  expect(directory.heldBytes).toBe(ofOther + estimatedBytes(before));
  for (const first of [1000, 2000]) {
    const many = Array.from({ length: 500 }, (_, index) => first + index);
    const state = await directory.catchUp(realmId, await commit(joined(...many)));
    expect(directory.heldBytes).toBe(ofOther + estimatedBytes(state));
  }
  directory.releaseUnused(clock.now());
  expect(directory.heldRealms).toBe(1);
  directory.releaseUnused(clock.now() + 1);
  expect(directory.heldBytes).toBe(0);
});

test("followers receive each event with the realm just before and just after it", async () => {
  const { directory, realmId, commit } = await begun();
  const heard: (readonly [number, number, number])[] = [];
  directory.follow({
    follow: (id, { position, before, after }) => {
      expect(before.position).toBe(position - 1);
      heard.push([id, position, after.users.size]);
    },
  });
  await directory.stateOf(realmId);
  await directory.catchUp(realmId, await commit(joined(2, 3)));
  expect(heard).toEqual([
    [realmId, 3, 2],
    [realmId, 4, 3],
  ]);
});

test("a state whose following events were pruned is loaded again from storage", async () => {
  const { directory, realmId, eventLog, clock, commit } = await begun();
  await directory.stateOf(realmId);
  await commit(joined(2, 3));
  await eventLog.prune([{ realmId, upTo: 3 }], clock.now() + 1);
  expect((await directory.catchUp(realmId, 4)).users.size).toBe(3);
});

test("a state is available again after the whole log was pruned", async () => {
  const { directory, realmId, eventLog, clock, commit } = await begun();
  await directory.stateOf(realmId);
  await commit(joined(2));
  await eventLog.prune([{ realmId, upTo: 3 }], clock.now() + 1);
  expect((await directory.at(realmId, 3))?.users.size).toBe(2);
});
