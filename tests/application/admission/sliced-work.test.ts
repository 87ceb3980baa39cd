import { type AddressInfo, connect, createServer } from "node:net";
import { setImmediate as aTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SlicedWork } from "../../../src/application/admission/sliced-work";

/** In milliseconds. */
const slice = 20;

test("continuations of a wait run in order, after the call that ended it and its own continuations", async () => {
  const done: string[] = [];
  const work = new SlicedWork(() => {}, slice);
  work.add(() => {
    done.push("first");
    work.add(() => done.push("third"));
  });
  work.add(() => done.push("second"));
  void Promise.resolve()
    .then(() => {})
    .then(() => done.push("the sender's answer"));
  done.push("delivery");
  await aTurn();
  await aTurn();
  expect(done).toEqual(["delivery", "the sender's answer", "first", "second", "third"]);
});

/** Waits whose answers take so many milliseconds each. */
const answersOf = (milliseconds: number, count: number) => {
  let now = 0;
  const pass = (passed: number): void => {
    now += passed;
  };
  const answered: number[] = [];
  const work = new SlicedWork(
    () => {},
    slice,
    () => now,
  );
  for (let number = 0; number < count; number += 1)
    work.add(() => {
      answered.push(number);
      pass(milliseconds);
    });
  return { work, answered, pass };
};

test("others have a turn between many answers, and all are answered once", async () => {
  const { answered } = answersOf(2, 25);
  const seen: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await aTurn();
    seen.push(answered.length);
  }
  expect(seen).toEqual([10, 20, 25, 25]);
  expect(answered).toEqual(Array.from({ length: 25 }, (_, count) => count));
});

test("it knows what a piece took on average, whatever the size of slices", async () => {
  const { work, pass } = answersOf(2, 100);
  for (let turn = 0; turn < 20; turn += 1) await aTurn();
  expect(work.pieceTime).toBeCloseTo(2);
  work.add(() => pass(30));
  await aTurn();
  await aTurn();
  expect(work.pieceTime).toBeLessThan(3);
});

test("what a piece took long ago counts less", async () => {
  const { work, pass } = answersOf(2, 100);
  for (let turn = 0; turn < 20; turn += 1) await aTurn();
  for (let slice = 0; slice < 100; slice += 1) {
    work.add(() => pass(6));
    await aTurn();
    await aTurn();
  }
  expect(work.pieceTime).toBeCloseTo(6, 1);
});

test("answers get as much time as the work that runs between them", async () => {
  const { answered, pass } = answersOf(2, 200);
  const seen: number[] = [];
  for (const others of [60, 5, 10_000, 0]) {
    await aTurn();
    seen.push(answered.length);
    pass(others);
  }
  expect(seen).toEqual([10, 40, 50, 80]);
});

/** Waits whose answers take a whole slice each. */
const longAnswers = (count: number) => answersOf(60, count);

test("nobody is answered while clients connect, one in each turn of the event loop", async () => {
  const { work, answered } = longAnswers(2);
  for (let turn = 0; turn < 50; turn += 1) {
    work.giveWay();
    await aTurn();
  }
  expect(answered).toEqual([]);
  await aTurn();
  expect(answered).toEqual([0]);
});

test("clients who never stop connecting delay an answer by a hundred turns", async () => {
  const { work, answered } = longAnswers(2);
  const turns: number[] = [];
  for (let turn = 0; turn < 250; turn += 1) {
    work.giveWay();
    await aTurn();
    if (answered.length > turns.length) turns.push(turn);
  }
  expect(turns).toEqual([100, 201]);
});

test("clients connect between two answers, however many answers there are", async () => {
  const { work, answered } = longAnswers(1000);
  const server = createServer().on("connection", () => work.giveWay());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 30 }, () => connect(port, "127.0.0.1"));
  while ((await promisify(server.getConnections.bind(server))()) < sockets.length) await aTurn();
  expect(answered.length).toBeLessThan(10);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test("a failing answer is reported and doesn't block others", async () => {
  const done: string[] = [];
  const errors: unknown[] = [];
  const work = new SlicedWork((error) => errors.push(error), slice);
  const failure = new Error("cannot be encoded");
  work.add(() => {
    throw failure;
  });
  work.add(() => done.push("other"));
  await aTurn();
  expect(done).toEqual(["other"]);
  expect(errors).toEqual([failure]);
});

test("finished work is released, even if more is always waiting", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { work, answered, pass } = answersOf(slice, 10);
  const held: WeakRef<object>[] = [];
  const addOne = (): void => {
    const request = { isAnswered: false };
    held.push(new WeakRef(request));
    work.add(() => {
      request.isAnswered = true;
      pass(slice);
    });
  };
  for (let turn = 0; turn < 30; turn += 1) {
    addOne();
    await aTurn();
  }
  collect();
  expect(answered).toHaveLength(10);
  expect(held.filter((one) => one.deref() !== undefined)).toHaveLength(10);
});
