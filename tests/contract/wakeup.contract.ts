import { setTimeout as sleep } from "node:timers/promises";
import type { Listening, Wakeup, WakeupListener } from "../../src/application/ports/events/wakeup";
import type { PassedOn } from "../../src/domain/queues/signal";
import type { DatabaseProxy } from "../support/database-proxy";

/** How the suite creates processes on one bus. */
interface Engine {
  /** Opens a process, over its own connection to the bus if one is given. */
  process(onError: (error: unknown) => void, way?: DatabaseProxy): Wakeup;
  /** A connection to the bus that can be blocked. */
  door(): Promise<DatabaseProxy>;
  /** Sends a payload about a realm that no Parley would send. */
  sendStrange(realmId: number, payload: string): Promise<unknown>;
  /** Whether processes hear only about the realms they follow. */
  readonly isByRealm: boolean;
}

const signal = (userId: number): PassedOn => ({
  type: "presence_changed",
  userId,
  isArrival: true,
  presence: { activeAt: userId, idleAt: 2 },
});

const until = async (condition: () => boolean, milliseconds = 80_000): Promise<void> => {
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

  /** A listening process, and what it receives. */
  const hearing = async (realmIds: readonly number[] = [1, 2], way?: DatabaseProxy) => {
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

  const door = async (): Promise<DatabaseProxy> => {
    const made = await engine.door();
    opened.push(made);
    return made;
  };

  /** Announces a position repeatedly until it arrives, because a realm may be followed a moment later. */
  const heardOnce = async (here: Wakeup, grown: ReadonlyMap<number, number>, position: number) => {
    await until(() => {
      here.announce(1, position);
      return grown.get(1) === position;
    });
  };

  test("delivers the newest positions, and every signal in order", async () => {
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

  test("sends the last announcements before it closes", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 4);
    here.wakeup.announce(1, 5);
    await here.listening.close();
    await until(() => there.grown.get(1) === 5);
  });

  test("a process doesn't receive its own announcements", async () => {
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

  test("announcements of more realms than fit in one payload all arrive", async () => {
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

  test("refuses a signal too large for a payload, and the others arrive", async () => {
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
    expect(here.errors).toEqual([new Error("Signal typing of realm 1 exceeds the size of a notification")]);
  });

  test("ignores payloads of other programs and additions of later versions", async () => {
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

  test("reports when it connects, and whether it is connected", async () => {
    const there = await hearing();
    expect(there.connections()).toBe(1);
    expect(there.listening.isConnected()).toBe(true);
  });

  test("replaces a broken connection and reports that hints may be lost", async () => {
    const way = await door();
    const here = await hearing();
    const there = await hearing([1], way);
    way.cut("all");
    await until(() => there.connections() === 2);
    await heardOnce(here.wakeup, there.grown, 9);
  });

  test("reconnects to an unavailable bus when it returns, and sends what was waiting", async () => {
    const way = await door();
    const here = await hearing([1], way);
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 1);
    way.shut();
    await until(() => here.errors.length >= 2 || !here.listening.isConnected());
    for (const one of [5, 6]) here.wakeup.announce(1, one);
    await sleep(away);
    expect(there.grown.get(1)).toBe(1);
    expect(here.listening.isConnected()).toBe(false);
    way.open();
    await until(() => here.connections() === 2);
    // Before any other announcement.
    await until(() => there.grown.get(1) === 6);
    await heardOnce(there.wakeup, here.grown, 9);
  });

  test("a start without the bus waits only briefly, and connects when the bus is there", async () => {
    const way = await door();
    way.shut();
    const began = Date.now();
    const there = await hearing([1], way);
    expect(Date.now() - began).toBeLessThan(30_000);
    expect([there.connections(), there.listening.isConnected()]).toEqual([0, false]);
    way.open();
    await until(() => there.connections() === 1);
    const here = await hearing();
    await heardOnce(here.wakeup, there.grown, 9);
  });

  test("notices a silent connection within seconds", async () => {
    const way = await door();
    const here = await hearing();
    const there = await hearing([1], way);
    way.hush();
    here.wakeup.announce(1, 9);
    await until(() => there.connections() === 2);
    expect(there.grown.size).toBe(0);
    await heardOnce(here.wakeup, there.grown, 10);
  });

  test("closing ends the wait for an unavailable bus", async () => {
    const way = await door();
    way.shut();
    const there = await hearing([1], way);
    there.wakeup.announce(1, 5);
    await sleep(50);
    await there.listening.close();
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
