import { WorkerWatch } from "../../../src/composition/processes/worker-watch";

/** Workers that answer at once unless they have frozen. */
const setUp = (count: number) => {
  const lines: string[] = [];
  const killed: number[] = [];
  const frozen = new Set<number>();
  const watch = new WorkerWatch((line) => lines.push(line));
  const watched = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const watching = watch.add({
      number,
      pid: 100 + number,
      ping: () => {
        if (!frozen.has(number)) watching.answered();
      },
      kill: () => {
        killed.push(number);
        watching.leave();
      },
    });
    return watching;
  });
  watch.start();
  return { lines, killed, frozen, watch, watched };
};

const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  jest.useFakeTimers();
});

test("a worker that freezes is logged, and then killed", async () => {
  const { lines, killed, frozen } = setUp(3);
  await pass(60);
  frozen.add(2);
  await pass(10);
  expect(lines).toEqual([]);
  await pass(5);
  const silent = "worker 2 (pid 102) hasn't answered for 10 seconds; it gets no new connections";
  expect([lines, killed]).toEqual([[silent], []]);
  await pass(20);
  expect(killed).toEqual([2]);
  expect(lines).toEqual([silent, "worker 2 (pid 102) hasn't answered for 30 seconds; killing it"]);
  await pass(60);
  expect([lines.length, killed]).toEqual([2, [2]]);
});

test("a worker that was busy for 25 seconds lives on", async () => {
  const { lines, killed, frozen, watched } = setUp(2);
  await pass(10);
  frozen.add(1);
  await pass(25);
  frozen.delete(1);
  watched[0]?.answered();
  await pass(60);
  expect([lines.length, killed]).toEqual([1, []]);
});

test("a worker that loads its program for four minutes is logged, and lives on", async () => {
  const { lines, killed, frozen } = setUp(2);
  frozen.add(2);
  await pass(60);
  expect(lines).toEqual([]);
  await pass(180);
  frozen.delete(2);
  await pass(60);
  expect(lines).toEqual(["worker 2 (pid 102) hasn't answered for 60 seconds; it gets no new connections"]);
  expect(killed).toEqual([]);
});

test("a worker that freezes while it loads its program is killed after five minutes", async () => {
  const { lines, killed, frozen } = setUp(2);
  frozen.add(2);
  await pass(300);
  expect(killed).toEqual([]);
  await pass(5);
  expect(killed).toEqual([2]);
  expect(lines.at(-1)).toBe("worker 2 (pid 102) hasn't answered for 300 seconds; killing it");
});

test("a worker that has ended is neither asked nor logged", async () => {
  const { lines, killed, frozen, watched } = setUp(1);
  await pass(10);
  frozen.add(1);
  watched[0]?.leave();
  await pass(60);
  expect([lines, killed]).toEqual([[], []]);
});

test("a stopped watch asks nobody", async () => {
  const { killed, frozen, watch } = setUp(1);
  await pass(10);
  frozen.add(1);
  watch.stop();
  await pass(300);
  expect(killed).toEqual([]);
});
