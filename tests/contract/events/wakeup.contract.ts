import { setTimeout as sleep } from "node:timers/promises";
import type { RealmOwnership } from "../../../src/adapters/wakeup/realm-ownership";
import type { Listening, Wakeup, WakeupListener } from "../../../src/application/ports/events/wakeup";
import type { Clock } from "../../../src/application/ports/system/clock";
import type { Seals } from "../../../src/application/ports/system/seals";
import type { LoggedEvent } from "../../../src/domain/events/event";
import type { RelayedSignal } from "../../../src/domain/queues/signal";
import { aMessageSent } from "../../support/builders/entities";
import type { DatabaseProxy } from "../../support/storage/database-proxy";

interface Process {
  readonly wakeup: Wakeup;
  readonly ownership: RealmOwnership;
}

/** How the suite creates processes on one bus. */
interface Engine {
  /** Opens a process, over its own connection to the bus if one is given. */
  process(onError: (error: unknown) => void, way?: DatabaseProxy): Process;
  /** A connection to the bus that can be blocked. */
  door(): Promise<DatabaseProxy>;
  /** What the processes share. */
  readonly seals: Seals;
  readonly clock: Clock;
  /** Sends a payload about a realm, as any program on the bus can. */
  sendStrange(realmId: number, payload: string): Promise<unknown>;
  /** Whether processes hear only about the realms they follow. */
  readonly isByRealm: boolean;
  /** Whether the events of one commit may fill several payloads. */
  readonly carriesMany: boolean;
}

const signal = (userId: number): RelayedSignal => ({
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
    const heard: RelayedSignal[] = [];
    const events: (readonly LoggedEvent[])[] = [];
    let connections = 0;
    const listener: WakeupListener = {
      grown: (realmId, position, some) => {
        grown.set(realmId, position);
        if (some.length > 0) events.push(some);
      },
      signalled: (_, one) => heard.push(one),
      connected: () => {
        connections += 1;
      },
    };
    const { wakeup, ownership } = engine.process((error) => errors.push(error), way);
    const listening: Listening = await wakeup.listen(listener);
    opened.unshift(listening);
    for (const realmId of realmIds) listening.follow(realmId);
    return { wakeup, ownership, listening, errors, grown, heard, events, connections: () => connections };
  };

  const door = async (): Promise<DatabaseProxy> => {
    const made = await engine.door();
    opened.push(made);
    return made;
  };

  /** Announces a position repeatedly until it arrives, because a realm may be followed a moment later. */
  const heardOnce = async (here: Wakeup, grown: ReadonlyMap<number, number>, position: number) => {
    await until(() => {
      here.announce(1, position, []);
      return grown.get(1) === position;
    });
  };

  test("delivers the newest positions, and every signal in order", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 4);
    here.wakeup.announce(1, 5, []);
    here.wakeup.announce(2, 7, []);
    here.wakeup.announce(1, 6, []);
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

  /** Events up to a position, each about as long as asked for. */
  const eventsUpTo = (position: number, count: number, length: number): readonly LoggedEvent[] =>
    Array.from({ length: count }, (_, index) => ({
      position: position - count + 1 + index,
      event: aMessageSent({ id: index + 1, content: "x".repeat(length) }),
    }));

  test("carries the events to nodes that have asked to follow the realm", async () => {
    const here = await hearing();
    const there = await hearing();
    await until(() => {
      here.wakeup.announce(1, 4, eventsUpTo(4, 2, 10));
      return there.events.length > 0;
    });
    expect(there.events[0]).toEqual(eventsUpTo(4, 2, 10));
    there.events.length = 0;
    here.wakeup.announce(1, 30, eventsUpTo(30, 1, 200_000));
    await until(() => there.grown.get(1) === 30);
    const many = eventsUpTo(60, 30, 1000);
    here.wakeup.announce(1, 60, many);
    await until(() => there.grown.get(1) === 60);
    expect(there.events.flat().filter(({ position }) => position > 4)).toEqual(
      engine.carriesMany ? many : [],
    );
    expect([...here.errors, ...there.errors]).toEqual([]);
  });

  test("lets one node after another change a realm, with the head, after the events that lead to it", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 4);
    await until(() => {
      there.wakeup.announce(2, 1, []);
      return here.grown.has(2);
    });
    const head = { position: 6, messageId: 3, ids: { user: 2 } };
    await here.ownership.acquire(1);
    let taken: unknown;
    const waiting = there.ownership.acquire(1).then((one) => {
      taken = one;
    });
    await sleep(100);
    expect(taken).toBeUndefined();
    here.ownership.release(1, head);
    here.wakeup.announce(1, 6, eventsUpTo(6, 1, 10));
    await waiting;
    expect([taken, there.grown.get(1)]).toEqual([{ kind: "handed", head }, 6]);
  });

  test("sends the last announcements before it closes", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 4);
    here.wakeup.announce(1, 5, []);
    await here.listening.close();
    await until(() => there.grown.get(1) === 5);
  });

  test("a process doesn't receive its own announcements", async () => {
    const here = await hearing([1, 2, 3]);
    const there = await hearing();
    await heardOnce(there.wakeup, here.grown, 1);
    here.wakeup.signal(1, signal(1));
    here.wakeup.announce(2, 1, []);
    await sleep(50);
    there.wakeup.announce(3, 1, []);
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
    for (const realmId of realmIds) here.wakeup.announce(realmId, 1_000_000 + realmId, []);
    await until(() => there.grown.size === 9000);
    expect(there.grown.get(9000)).toBe(1_009_000);
    expect([...here.errors, ...there.errors]).toEqual([]);
  });

  test("refuses a signal too large for a payload, and the others arrive", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 1);
    const huge: RelayedSignal = {
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

  /** A payload about realm 1, sealed as a process would. */
  const sealed = (content: object): string =>
    engine.seals.seal(
      JSON.stringify({
        from: "another",
        number: 1,
        sentAt: engine.clock.now(),
        grown: [],
        logged: [],
        lanes: [],
        signals: [],
        ...content,
      }),
    );

  test("ignores what isn't a payload, and additions of later versions", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 1);
    const strange = { type: "invented_later", userId: 1 };
    const signals = [strange, signal(3)].map((one) => [1, one]);
    const bad = sealed({ grown: [["a", 1]] });
    const endless = sealed({ number: 2, signals: [[1, { ...signal(4), comment: "x".repeat(70_000) }]] });
    const tooLong = engine.carriesMany ? [endless] : [];
    for (const payload of ["", "{", "[]", "a".repeat(7000), bad, ...tooLong])
      await engine.sendStrange(1, payload);
    await engine.sendStrange(1, sealed({ number: 3, signals, events: [{ id: 1 }] }));
    await until(() => there.heard.length > 0);
    expect(there.heard).toEqual([signal(3)]);
    expect(there.errors).toEqual([]);
  });

  test("ignores positions, signals and handovers that other programs on the bus invent", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 4);
    const invented = { from: "eve", number: 1, sentAt: engine.clock.now(), grown: [[1, 2 ** 50]] };
    const handover = { kind: "gives_turn", to: "eve", position: 2 ** 50, head: undefined };
    const content = { ...invented, logged: [], lanes: [[1, handover]], signals: [[1, signal(3)]] };
    for (const text of [
      JSON.stringify(content),
      `${engine.seals.seal(JSON.stringify(content)).slice(0, -4)}AAAA`,
    ])
      await engine.sendStrange(1, text);
    const head = { position: 6, messageId: 3, ids: { user: 2 } };
    await here.ownership.acquire(1);
    const waiting = there.ownership.acquire(1);
    await sleep(100);
    here.ownership.release(1, head);
    here.wakeup.announce(1, 6, []);
    expect(await waiting).toEqual({ kind: "handed", head });
    expect([there.grown.get(1), there.heard, there.errors]).toEqual([6, [], []]);
  });

  test("acts once on a payload that somebody records and sends again, and not on an old one", async () => {
    const here = await hearing();
    const there = await hearing();
    await heardOnce(here.wakeup, there.grown, 1);
    const now = engine.clock.now();
    const first = sealed({ signals: [[1, signal(1)]] });
    const second = sealed({ number: 2, signals: [[1, signal(2)]] });
    const old = sealed({ from: "a node of then", sentAt: now - 61_000, signals: [[1, signal(3)]] });
    const early = sealed({ from: "a node ahead", sentAt: now + 61_000, signals: [[1, signal(4)]] });
    const last = sealed({ from: "a third", signals: [[1, signal(5)]] });
    for (const payload of [first, second, first, second, old, early, last])
      await engine.sendStrange(1, payload);
    await until(() => there.heard.length >= 3);
    expect(there.heard).toEqual([signal(1), signal(2), signal(5)]);
    expect(there.errors.map(String)).toEqual([
      "Error: Ignored a notification of another node that was sent 61 seconds ago by that node's clock: clocks may differ by 60 seconds",
    ]);
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
    for (const one of [5, 6]) here.wakeup.announce(1, one, []);
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
    here.wakeup.announce(1, 9, []);
    await until(() => there.connections() === 2);
    expect(there.grown.size).toBe(0);
    await heardOnce(here.wakeup, there.grown, 10);
  });

  test("closing ends the wait for an unavailable bus", async () => {
    const way = await door();
    way.shut();
    const there = await hearing([1], way);
    there.wakeup.announce(1, 5, []);
    await sleep(50);
    await there.listening.close();
  });

  (engine.isByRealm ? test : test.skip)("news of a realm goes to those who follow it alone", async () => {
    const here = await hearing();
    const there = await hearing([2]);
    there.listening.follow(1);
    await heardOnce(here.wakeup, there.grown, 1);
    here.wakeup.announce(3, 1, []);
    here.wakeup.announce(2, 1, []);
    await until(() => there.grown.has(2));
    await sleep(100);
    expect([...there.grown.keys()]).toEqual([1, 2]);
  });
};
