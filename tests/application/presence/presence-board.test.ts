import { receiveSignal } from "../../../src/application/events/receive-signal";
import { PresenceBoard } from "../../../src/application/presence/presence-board";
import { afterReport } from "../../../src/domain/presence/presence";
import { apply } from "../../../src/domain/state/apply";
import { memoryRealm } from "../../support/application/memory-realm";
import { aRealmState, aUser } from "../../support/builders/entities";
import { memoryPersistence } from "../../support/storage/persistence";

const setUp = () => {
  const persistence = memoryPersistence();
  const board = new PresenceBoard(persistence);
  const { clock } = persistence;
  return {
    persistence,
    board,
    clock,
    report: (userId: number) =>
      board.report(1, userId, (before) => afterReport(before, "active", clock.now())),
  };
};

test("an update contains only the people reported since the last one, however many others there are", async () => {
  const { board, report, clock } = setUp();
  for (let userId = 1; userId <= 1000; userId += 1) await report(userId);
  const { presences, lastUpdateId } = await board.since(1, undefined);
  expect(presences.size).toBe(1000);
  clock.advance(120_000);
  await report(7);
  const news = await board.since(1, lastUpdateId);
  expect([...news.presences.keys()]).toEqual([7]);
  expect(await board.since(1, news.lastUpdateId)).toEqual({
    presences: new Map(),
    lastUpdateId: news.lastUpdateId,
  });
});

test("a report soon after another is recorded but not published", async () => {
  const { board, report, clock } = setUp();
  await report(1);
  const { lastUpdateId } = await board.since(1, undefined);
  clock.advance(60_000);
  expect(await report(1)).toBeUndefined();
  expect((await board.since(1, lastUpdateId)).presences.size).toBe(0);
  expect(await board.find(1, 1)).toEqual({ activeAt: clock.now(), idleAt: clock.now() });
});

test("an update is still complete after very many reports", async () => {
  const { board, report, clock } = setUp();
  await report(1);
  const { lastUpdateId } = await board.since(1, undefined);
  for (let round = 0; round < 2000; round += 1) {
    clock.advance(120_000);
    await report(2 + (round % 3));
  }
  const { presences } = await board.since(1, lastUpdateId);
  expect([...presences.keys()].sort()).toEqual([2, 3, 4]);
});

test("rows are written when they are old enough, not at every report", async () => {
  const { board, persistence, report, clock } = setUp();
  const writes: number[] = [];
  const save = persistence.presenceStore.save;
  const counting = new PresenceBoard({
    clock,
    presenceStore: {
      ...persistence.presenceStore,
      save: async (news) => {
        writes.push(news.length);
        await save(news);
      },
    },
  });
  for (let minute = 0; minute < 10; minute += 1) {
    await counting.report(1, 1, (before) => afterReport(before, "active", clock.now()));
    await counting.save();
    clock.advance(60_000);
  }
  expect(writes.reduce((sum, size) => sum + size)).toBe(2);
  await counting.save({ all: true });
  expect((await persistence.presenceStore.load(1, 0)).get(1)?.activeAt).toBe(clock.now() - 60_000);
  await report(1);
  await board.save({ all: true });
});

test("a realm that nobody asks about is released after a while, with the last report written", async () => {
  const { board, persistence, report, clock } = setUp();
  let loads = 0;
  const counting = new PresenceBoard({
    clock,
    presenceStore: {
      ...persistence.presenceStore,
      load: (...asked) => {
        loads += 1;
        return persistence.presenceStore.load(...asked);
      },
    },
  });
  await report(1);
  await board.save({ all: true });
  await counting.report(1, 1, () => ({ activeAt: clock.now() + 1000, idleAt: clock.now() + 1000 }));
  const seen = await counting.find(1, 1);
  clock.advance(29 * 60_000);
  await counting.save();
  expect(await counting.find(1, 1)).toEqual(seen);
  expect(loads).toBe(1);
  clock.advance(31 * 60_000);
  await counting.save();
  expect(await counting.find(1, 1)).toEqual(seen);
  expect(loads).toBe(2);
});

test("a read that fails late leaves alone what was read since", async () => {
  const { persistence, clock } = setUp();
  let fail = (_: Error): void => {};
  const first = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const load = jest.spyOn(persistence.presenceStore, "load").mockReturnValueOnce(first);
  const board = new PresenceBoard(persistence);
  const failed = board.find(1, 1).catch(() => "failed");
  board.passedOver(1);
  const presence = { activeAt: clock.now(), idleAt: clock.now() };
  await board.report(1, 1, () => presence);
  fail(new Error("away"));
  expect(await failed).toBe("failed");
  expect(await board.find(1, 1)).toEqual(presence);
  expect(load).toHaveBeenCalledTimes(2);
});

test("people who were last active long ago are left out, unless asked for", async () => {
  const { board, report, clock } = setUp();
  await report(1);
  clock.advance(20 * 86_400_000);
  await report(2);
  expect([...(await board.since(1, undefined)).presences.keys()]).toEqual([2]);
  expect([...(await board.since(1, undefined, 365)).presences.keys()].sort()).toEqual([1, 2]);
});

test("another node's report is an update here, whatever its clock says", async () => {
  const { board, report, clock } = setUp();
  await report(1);
  const { lastUpdateId } = await board.since(1, undefined);
  clock.advance(-1500);
  await board.receive(1, 2, { activeAt: clock.now(), idleAt: clock.now() });
  expect([...(await board.since(1, lastUpdateId)).presences.keys()]).toEqual([2]);
});

test("a presence that its user hid stays hidden after a restart, also if it was stored before", async () => {
  const { board, persistence, report, clock } = setUp();
  for (const userId of [1, 2]) await report(userId);
  await board.save({ all: true });
  const hidden = await board.hide(1, 1, clock.now() - 200_000);
  expect(hidden).toEqual({ activeAt: clock.now() - 200_000, idleAt: clock.now() - 200_000 });
  const restarted = new PresenceBoard(persistence);
  expect(await restarted.find(1, 1)).toEqual(hidden);
  expect((await restarted.find(1, 2))?.activeAt).toBe(clock.now());
});

test("a presence that is hidden while others are stored is written after them", async () => {
  const { board, persistence, report, clock } = setUp();
  await report(1);
  const { save } = persistence.presenceStore;
  let hiding: Promise<unknown> | undefined;
  jest.spyOn(persistence.presenceStore, "save").mockImplementationOnce(async (news) => {
    hiding = board.hide(1, 1, clock.now() - 200_000);
    await new Promise((resolve) => setImmediate(resolve));
    await save(news);
  });
  await board.save({ all: true });
  await hiding;
  await board.save();
  expect(await new PresenceBoard(persistence).find(1, 1)).toMatchObject({ idleAt: clock.now() - 200_000 });
});

test("a hidden presence that couldn't be stored is stored by the next save", async () => {
  const { board, persistence, report, clock } = setUp();
  await report(1);
  await board.save({ all: true });
  jest.spyOn(persistence.presenceStore, "lower").mockRejectedValueOnce(new Error("The database is gone"));
  await board.hide(1, 1, clock.now() - 200_000);
  await board.save();
  expect(await new PresenceBoard(persistence).find(1, 1)).toMatchObject({ idleAt: clock.now() - 200_000 });
});

/** The event that turns presence off, as every node reads it from the log. */
const turnedOff = (userId: number) => {
  const before = aRealmState({ users: [aUser({ id: userId, email: "ada@example.com" })] });
  const change = { presenceEnabled: false };
  const event = { type: "user_settings_changed", userId, change, isOwnChoice: true } as const;
  return { position: 5, before, event, after: apply(before, event) };
};

test("a node that missed the signal of a hidden presence learns it from the log, and doesn't store it again", async () => {
  const { board, persistence, report, clock } = setUp();
  for (const userId of [1, 2]) await report(userId);
  await board.save({ all: true });
  clock.advance(400_000);
  for (const userId of [1, 2]) await report(userId);
  const { lastUpdateId } = await board.since(1, undefined);
  const since = clock.now() - 200_000;
  // The user turns it off on another node.
  await new PresenceBoard(persistence).hide(1, 1, since);
  board.follow(1, turnedOff(1));
  expect([...(await board.since(1, lastUpdateId)).presences.keys()]).toEqual([1]);
  expect((await board.find(1, 1))?.idleAt).toBeLessThan(clock.now() - 140_000);
  await board.save({ all: true });
  const restarted = new PresenceBoard(persistence);
  expect((await restarted.find(1, 1))?.idleAt).toBeLessThan(clock.now() - 140_000);
  expect((await restarted.find(1, 2))?.idleAt).toBe(clock.now());
});

test("a node whose state passes over the end of somebody's presence doesn't store it again", async () => {
  const { board, persistence, report, clock } = setUp();
  await report(1);
  await board.save({ all: true });
  clock.advance(400_000);
  await report(1);
  const since = clock.now() - 200_000;
  await new PresenceBoard(persistence).hide(1, 1, since);
  board.passedOver(1);
  await board.save({ all: true });
  expect(await new PresenceBoard(persistence).find(1, 1)).toMatchObject({ idleAt: since - 200_000 });
});

test("a node stores a realm's presences when the realm leaves memory, and none of them later", async () => {
  const { board, persistence, report, clock } = setUp();
  await report(1);
  await board.save({ all: true });
  clock.advance(400_000);
  await report(1);
  board.release(1);
  await new Promise((resolve) => setImmediate(resolve));
  const elsewhere = new PresenceBoard(persistence);
  expect(await elsewhere.find(1, 1)).toMatchObject({ idleAt: clock.now() });
  const since = clock.now() - 200_000;
  await elsewhere.hide(1, 1, since);
  await board.save({ all: true });
  expect(await new PresenceBoard(persistence).find(1, 1)).toMatchObject({ idleAt: since });
});

test("a realm that leaves memory while presences are collected is stored once", async () => {
  const { board, persistence, report, clock } = setUp();
  await report(1);
  await board.save({ all: true });
  clock.advance(400_000);
  await report(1);
  const settled = board.save({ all: true });
  board.release(1);
  const saved = jest.spyOn(persistence.presenceStore, "save");
  await settled;
  expect(saved.mock.calls.flatMap(([presences]) => presences.map(({ userId }) => userId))).toEqual([1]);
});

test("a late signal of somebody's presence doesn't show them once they hid it", async () => {
  const { board, report, clock } = setUp();
  await report(1);
  const { after: state } = turnedOff(1);
  const receive = receiveSignal({
    directory: { peek: () => state } as never,
    liveQueues: { signal: () => {} } as never,
    presence: board,
  });
  board.follow(1, turnedOff(1));
  const presence = { activeAt: clock.now(), idleAt: clock.now() };
  await receive(1, { type: "presence_changed", userId: 1, presence, isArrival: true });
  expect((await board.find(1, 1))?.idleAt).toBeLessThan(clock.now() - 140_000);
});

test("the board of a server follows the log of its realms", async () => {
  const { ben, append, realmId, services } = await memoryRealm({ people: { ben: "member" } });
  const { presence, clock } = services;
  await presence.report(realmId, ben.id, (before) => afterReport(before, "active", clock.now()));
  await append(turnedOff(ben.id).event);
  expect((await presence.find(realmId, ben.id))?.idleAt).toBeLessThan(clock.now() - 140_000);
});

describe("beside another node whose news doesn't arrive", () => {
  const nobodyHides = () => false;
  const minute = 60_000;

  test("people who stay present there seem present here, by exchanges every half minute", async () => {
    const { board, persistence, report, clock } = setUp();
    const other = new PresenceBoard(persistence);
    await other.since(1, undefined);
    await report(1);
    for (let elapsed = 0; elapsed < 15 * minute; elapsed += minute / 2) {
      if (elapsed % minute === 0) await report(1);
      // The other node goes first, so it sees what was stored half a minute ago.
      await other.exchange(nobodyHides);
      await board.exchange(nobodyHides);
      clock.advance(minute / 2);
      if (elapsed > 0) expect(clock.now() - ((await other.find(1, 1))?.activeAt ?? 0)).toBeLessThan(200_000);
    }
  });

  test("a client that polls there hears of them with its next update", async () => {
    const { board, persistence, report } = setUp();
    await report(1);
    const other = new PresenceBoard(persistence);
    await other.report(1, 2, (before) => afterReport(before, "active", persistence.clock.now()));
    const { lastUpdateId } = await other.since(1, undefined);
    await board.exchange(nobodyHides);
    await other.exchange(nobodyHides);
    expect([...(await other.since(1, lastUpdateId)).presences.keys()]).toContain(1);
  });

  test("those who hide it stay hidden, whatever is stored", async () => {
    const { board, persistence, report } = setUp();
    const other = new PresenceBoard(persistence);
    await other.since(1, undefined);
    await report(1);
    await board.exchange(nobodyHides);
    await other.exchange((_realmId, userId) => userId === 1);
    expect(await other.find(1, 1)).toBeUndefined();
  });

  test("whoever seems away is looked up in storage, and nobody else", async () => {
    const { board, persistence, report, clock } = setUp();
    const other = new PresenceBoard(persistence);
    await other.since(1, undefined);
    await report(1);
    await board.save();
    const now = clock.now();
    expect(await other.lastActiveAt(1, [1, 2])).toEqual(new Map([[1, now]]));
    const find = jest.spyOn(persistence.presenceStore, "find");
    expect(await board.lastActiveAt(1, [1])).toEqual(new Map([[1, now]]));
    expect(find).not.toHaveBeenCalled();
  });

  test("a client hears of them though it heard last from a node whose clock is ahead", async () => {
    const { board, persistence, clock } = setUp();
    await board.since(1, undefined);
    const presence = { activeAt: clock.now(), idleAt: clock.now() };
    await persistence.presenceStore.save([{ realmId: 1, userId: 1, presence }]);
    await board.exchange(nobodyHides);
    await board.receive(1, 2, presence);
    expect([...(await board.since(1, clock.now() + 1500)).presences.keys()].sort()).toEqual([1, 2]);
  });

  test("whoever is idle there, and was active here, is both, and isn't written again", async () => {
    const { board, persistence, report, clock } = setUp();
    await report(1);
    await board.save({ all: true });
    const activeAt = clock.now();
    clock.advance(minute);
    const stored = { activeAt: activeAt - minute, idleAt: clock.now() };
    await persistence.presenceStore.save([{ realmId: 1, userId: 1, presence: stored }]);
    await board.exchange(nobodyHides);
    expect(await board.find(1, 1)).toEqual({ activeAt, idleAt: clock.now() });
    const save = jest.spyOn(persistence.presenceStore, "save");
    await board.exchange(nobodyHides);
    expect(save.mock.calls.flat(2)).toEqual([]);
  });

  test("an exchange reads only who is present now", async () => {
    const { board, persistence, clock } = setUp();
    await board.since(1, undefined);
    const longAgo = clock.now() - 60 * minute;
    const presence = { activeAt: longAgo, idleAt: longAgo };
    await persistence.presenceStore.save([{ realmId: 1, userId: 1, presence }]);
    await board.exchange(nobodyHides);
    expect(await board.find(1, 1)).toBeUndefined();
  });

  test("whoever is idle there isn't active", async () => {
    const { board, persistence, clock } = setUp();
    await board.since(1, undefined);
    const activeAt = clock.now() - 10 * minute;
    const presence = { activeAt, idleAt: clock.now() };
    await persistence.presenceStore.save([{ realmId: 1, userId: 1, presence }]);
    expect(await board.lastActiveAt(1, [1])).toEqual(new Map([[1, activeAt]]));
  });
});
