import { Socket } from "node:net";
import { Handover } from "../../../src/composition/processes/handover";

/** Counts what is let in and released. */
const opened = (mostEach = 100) => {
  const counted = { inside: 0 };
  const handover = new Handover({
    mostEach,
    enter: () => {
      counted.inside += 1;
      return () => {
        counted.inside -= 1;
      };
    },
  });
  return { handover, counted };
};

/** A worker and the ids that it was passed. */
const worker = (handover: Handover) => {
  const ids: number[] = [];
  const taker = handover.add((id) => ids.push(id));
  return { ...taker, ids };
};

const accept = (handover: Handover, count: number): readonly Socket[] => {
  const sockets = Array.from({ length: count }, () => new Socket());
  for (const socket of sockets) handover.accept(socket);
  return sockets;
};

test("each connection goes to the worker that holds the fewest", () => {
  const { handover } = opened();
  const here = worker(handover);
  const there = worker(handover);
  for (let count = 0; count < 4; count += 1) {
    accept(handover, 1);
    here.confirmTaken();
    there.confirmTaken();
  }
  expect([here.ids, there.ids]).toEqual([
    [1, 3],
    [2, 4],
  ]);
  there.ended([2, 4]);
  accept(handover, 1);
  there.confirmTaken();
  accept(handover, 1);
  expect(there.ids).toEqual([2, 4, 5, 6]);
});

test("a worker gets one connection at a time, and others wait for a free worker", () => {
  const { handover } = opened();
  const here = worker(handover);
  const there = worker(handover);
  accept(handover, 5);
  expect([here.ids, there.ids]).toEqual([[1], [2]]);
  there.confirmTaken();
  there.confirmTaken();
  there.confirmTaken();
  expect([here.ids, there.ids]).toEqual([[1], [2, 3, 4, 5]]);
});

test("connections wait for the first worker", () => {
  const { handover } = opened();
  accept(handover, 1);
  expect(worker(handover).ids).toEqual([1]);
});

test("this process closes its copy once the worker has the connection, or has ended", () => {
  const { handover } = opened();
  const here = worker(handover);
  const [first, second] = accept(handover, 2);
  expect(first?.destroyed).toBe(false);
  here.confirmTaken();
  expect([first?.destroyed, second?.destroyed]).toEqual([true, false]);
  here.leave();
  expect(second?.destroyed).toBe(true);
});

test("a worker's connections are released when it ends, and waiting ones go to others", () => {
  const { handover, counted } = opened();
  const here = worker(handover);
  accept(handover, 3);
  here.confirmTaken();
  expect([here.ids, counted.inside]).toEqual([[1, 2], 3]);
  here.leave();
  expect(counted.inside).toBe(1);
  expect(worker(handover).ids).toEqual([3]);
});

test("a connection that is turned away goes to no worker", () => {
  const handover = new Handover({ mostEach: 100, enter: () => undefined });
  const here = worker(handover);
  accept(handover, 1);
  expect(here.ids).toEqual([]);
});

test("a worker at its limit gets no connection until one of its own ends", () => {
  const { handover } = opened(1);
  const here = worker(handover);
  accept(handover, 2);
  here.confirmTaken();
  expect(here.ids).toEqual([1]);
  here.ended([1]);
  expect(here.ids).toEqual([1, 2]);
});

test("at most 2,000 connections wait, and others are closed", () => {
  const { handover, counted } = opened();
  const sockets = accept(handover, 2001);
  expect([sockets[1999]?.destroyed, sockets[2000]?.destroyed, counted.inside]).toEqual([false, true, 2000]);
});

test("is drained when workers have everything", async () => {
  const { handover } = opened();
  const here = worker(handover);
  accept(handover, 2);
  let isDrained = false;
  const drained = handover.drained().then(() => {
    isDrained = true;
  });
  here.confirmTaken();
  await Promise.resolve();
  expect(isDrained).toBe(false);
  here.confirmTaken();
  await drained;
  await handover.drained();
});

test("connections that nobody can take are closed at the end", async () => {
  const { handover, counted } = opened();
  const [socket] = accept(handover, 1);
  handover.refuseWaiting();
  expect([socket?.destroyed, counted.inside]).toEqual([true, 0]);
  await handover.drained();
});
