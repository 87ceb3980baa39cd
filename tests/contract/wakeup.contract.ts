import { setTimeout as sleep } from "node:timers/promises";
import type { Listening, Wakeup, WakeupListener } from "../../src/application/ports/wakeup";
import type { PassedOn } from "../../src/domain/signal";
import type { DatabaseDoor } from "../support/database-door";

/** How the suite comes by processes on one bus. */
interface Engine {
  /** A process, by a way of its own to the bus where one is given. */
  process(onError: (error: unknown) => void, way?: DatabaseDoor): Wakeup;
  /** A way to the bus that can be blocked. */
  door(): Promise<DatabaseDoor>;
  /** Sends what no Parley would, as news of a realm. */
  sendStrange(realmId: number, payload: string): Promise<unknown>;
  /** Whether processes hear only of the realms that they follow. */
  readonly isByRealm: boolean;
}

const signal = (userId: number): PassedOn => ({
  type: "presence_changed",
  userId,
  isArrival: true,
  presence: { activeAt: userId, idleAt: 2 },
});

const until = async (condition: () => boolean, milliseconds = 8000): Promise<void> => {
  for (const end = Date.now() + milliseconds; !condition() && Date.now() < end; ) await sleep(10);
  expect(condition()).toBe(true);
};

/** In milliseconds; a minute by hand: PARLEY_TEST_AWAY_SECONDS=60. */
const away = Number(process.env.PARLEY_TEST_AWAY_SECONDS ?? 3) * 1000;

/** What every engine that wakes other processes does. */
export const wakeupContract = (engine: Engine): void => {
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  /** A process that listens, and what it hears. */
  const hearing = async (realmIds: readonly number[] = [1, 2], way?: DatabaseDoor) => {
    const errors: unknown[] = [];
    const grown = new Map<number, number>();
    const heard: PassedOn[] = [];
    let connections = 0;
    const listener: WakeupListener = {
      grown: (realmId, position) => grown.set(realmId, position),
      signalled: (_, one) => heard.push(one),
      connected: () => {
        connections += 1;
      },
    };
    const wakeup = engine.process((error) => errors.push(error), way);
    const listening: Listening = await wakeup.listen(listener);
    opened.unshift(listening);
    for (const realmId of realmIds) listening.follow(realmId);
    return { wakeup, listening, errors, grown, heard, connections: () => connections };
  };

  const door = async (): Promise<DatabaseDoor> => {
    const made = await engine.door();
    opened.push(made);
    return made;
  };

  /** Tells a position again and again until it is heard: a realm may be followed a moment later. */
  const heardOnce = async (here: Wakeup, grown: ReadonlyMap<number, number>, position: number) => {
    await until(() => {
      here.announce(1, position);
      return grown.get(1) === position;
    });
  };

  test("it tells the newest positions, and every signal in its order", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 4);
    here.wakeup.announce(1, 5);
    here.wakeup.announce(2, 7);
    here.wakeup.announce(1, 6);
    const signals = Array.from({ length: 200 }, (_, index) => signal(index));
    for (const one of signals) here.wakeup.signal(1, one);
    await until(() => there.heard.length >= 200);
    expect(there.heard).toEqual(signals);
    expect(there.grown).toEqual(
      new Map([
        [1, 6],
        [2, 7],
      ]),
    );
    expect([...here.errors, ...there.errors]).toEqual([]);
  });

  test("what was announced last goes out before the bus is let go", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 4);
    here.wakeup.announce(1, 5);
    await here.listening.close();
    await until(() => there.grown.get(1) === 5);
  });

  test("a process doesn't hear itself", async () => {
    const here = await hearing([1, 2, 3]);
    const there = await hearing();
    await heardOnce(there.wakeup, here.grown, 1);
    here.wakeup.signal(1, signal(1));
    here.wakeup.announce(2, 1);
    await sleep(50);
    there.wakeup.announce(3, 1);
    await until(() => here.grown.has(3));
    expect([...here.grown.keys()]).toEqual([1, 3]);
    expect(here.heard).toEqual([]);
  });

  test("announcements of more realms than one payload holds are all heard", async () => {
    const realmIds = Array.from({ length: 9000 }, (_, index) => index + 1);
    const here = await hearing();
    const there = await hearing(realmIds);
    await heardOnce(here.wakeup, there.grown, 1);
    await sleep(300);
    for (const realmId of realmIds) here.wakeup.announce(realmId, 1_000_000 + realmId);
    await until(() => there.grown.size === 9000);
    expect(there.grown.get(9000)).toBe(1_009_000);
    expect([...here.errors, ...there.errors]).toEqual([]);
  });

  test("a signal too large for a payload is refused, and those beside it are heard", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 1);
    const huge: PassedOn = {
      type: "typing",
      op: "start",
      userId: 1,
      place: { kind: "direct", participants: Array.from({ length: 40_000 }, (_, index) => index) },
    };
    here.wakeup.signal(1, signal(1));
    here.wakeup.signal(1, huge);
    here.wakeup.signal(1, signal(2));
    await until(() => there.heard.length === 2);
    expect(there.heard).toEqual([signal(1), signal(2)]);
    expect(here.errors).toEqual([new Error("A signal of realm 1 is too large for a notification: typing")]);
  });

  test("what isn't ours is passed over, and what a later version adds", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 1);
    const strange = { type: "invented_later", userId: 1 };
    const later = {
      from: "another",
      grown: [],
      signals: [
        [1, strange],
        [1, signal(3)],
      ],
      events: [{ id: 1 }],
    };
    const bad = `{"from":"x","grown":[["a",1]],"signals":[]}`;
    for (const payload of ["", "{", "[]", bad, JSON.stringify(later)]) await engine.sendStrange(1, payload);
    await until(() => there.heard.length > 0);
    expect(there.heard).toEqual([signal(3)]);
    expect(there.errors).toEqual([]);
  });

  test("it says when it begins to hear, and whether it hears", async () => {
    const there = await hearing();
    expect(there.connections()).toBe(1);
    expect(there.listening.isHearing()).toBe(true);
  });

  test("a connection that was cut is made again, and says that hints may be lost", async () => {
    const way = await door();
    const here = await hearing();
    const there = await hearing([1], way);
    way.cut("all");
    await until(() => there.connections() === 2);
    await heardOnce(here.wakeup, there.grown, 9);
  });

  test("a bus that is away is heard again when it is back, and what waited goes out", async () => {
    const way = await door();
    const here = await hearing([1], way);
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 1);
    way.shut();
    await until(() => here.errors.length >= 2 || !here.listening.isHearing());
    for (const one of [5, 6]) here.wakeup.announce(1, one);
    await sleep(away);
    expect(there.grown.get(1)).toBe(1);
    expect(here.listening.isHearing()).toBe(false);
    way.open();
    await until(() => here.connections() === 2);
    // Before anything else is told.
    await until(() => there.grown.get(1) === 6);
    await heardOnce(there.wakeup, here.grown, 9);
  }, 90_000);

  test("a start while the bus is away waits little, and it is heard when it is there", async () => {
    const way = await door();
    way.shut();
    const began = Date.now();
    const there = await hearing([1], way);
    expect(Date.now() - began).toBeLessThan(4000);
    expect([there.connections(), there.listening.isHearing()]).toEqual([0, false]);
    way.open();
    await until(() => there.connections() === 1);
    const here = await hearing();
    await heardOnce(here.wakeup, there.grown, 9);
  });

  test("a connection whose other end has fallen silent is noticed within seconds", async () => {
    const way = await door();
    const here = await hearing();
    const there = await hearing([1], way);
    way.hush();
    here.wakeup.announce(1, 9);
    await until(() => there.connections() === 2);
    expect(there.grown.size).toBe(0);
    await heardOnce(here.wakeup, there.grown, 10);
  });

  test("closing ends a wait for a bus that is away", async () => {
    const way = await door();
    way.shut();
    const there = await hearing([1], way);
    there.wakeup.announce(1, 5);
    await sleep(50);
    const began = Date.now();
    await there.listening.close();
    expect(Date.now() - began).toBeLessThan(2000);
  });

  (engine.isByRealm ? test : test.skip)("news of a realm goes to those who follow it alone", async () => {
    const here = await hearing();
    const there = await hearing([2]);
    there.listening.follow(1);
    await heardOnce(here.wakeup, there.grown, 1);
    here.wakeup.announce(3, 1);
    here.wakeup.announce(2, 1);
    await until(() => there.grown.has(2));
    await sleep(100);
    expect([...there.grown.keys()]).toEqual([1, 2]);
  });
};
