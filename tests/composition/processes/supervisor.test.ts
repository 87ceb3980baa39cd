import type { ToPrimary } from "../../../src/composition/processes/messages";
import { type Supervised, Supervisor } from "../../../src/composition/processes/supervisor";

interface FakeWorker extends Supervised {
  readonly number: number;
  readonly asked: string[];
  say(message: ToPrimary): void;
  end(how: string): void;
}

const fakeWorker = (number: number): FakeWorker => {
  const listeners: ((message: ToPrimary) => void)[] = [];
  const asked: string[] = [];
  let end: (how: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return {
    number,
    pid: number,
    ended,
    asked,
    onMessage: (listener) => listeners.push(listener),
    say: (message) => {
      for (const listener of listeners) listener(message);
    },
    stop: () => asked.push("stop"),
    kill: () => asked.push("kill"),
    end,
  };
};

const supervise = (count: number) => {
  const workers: FakeWorker[] = [];
  const lines: string[] = [];
  const supervisor = new Supervisor({
    count,
    stopsWithin: 1000,
    log: (line) => lines.push(line),
    start: (number) => {
      const worker = fakeWorker(number);
      workers.push(worker);
      return worker;
    },
  });
  return { supervisor, workers, lines, last: () => workers.at(-1) as FakeWorker };
};

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});

test("the others start once the first is ready", async () => {
  const { supervisor, workers } = supervise(3);
  const started = supervisor.start();
  await settle();
  expect(workers.map(({ number }) => number)).toEqual([1]);
  workers[0]?.say({ kind: "ready" });
  await settle();
  expect(workers.map(({ number }) => number)).toEqual([1, 2, 3]);
  for (const worker of workers) worker.say({ kind: "ready" });
  await started;
});

test("a worker that can't start fails the start with its line", async () => {
  const { supervisor, last } = supervise(2);
  const started = supervisor.start();
  await settle();
  last().say({ kind: "failed", line: "PARLEY_PORT 80 is taken" });
  await expect(started).rejects.toThrow("PARLEY_PORT 80 is taken");
});

test("a worker that ends at its start fails the start", async () => {
  const { supervisor, last } = supervise(2);
  const started = supervisor.start();
  await settle();
  last().end("SIGKILL");
  await expect(started).rejects.toThrow("a worker ended during startup: SIGKILL");
});

const running = async () => {
  const given = supervise(1);
  const started = given.supervisor.start();
  await settle();
  given.last().say({ kind: "ready" });
  await started;
  return given;
};

test("a worker that ends is replaced, after a pause that grows while they keep ending", async () => {
  const { workers, last, lines } = await running();
  last().end("SIGKILL");
  await jest.advanceTimersByTimeAsync(99);
  expect(workers).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(workers.map(({ number }) => number)).toEqual([1, 1]);
  expect(lines).toEqual(["worker 1 (pid 1) ended (SIGKILL); starting a replacement"]);
  last().end("exit code 1");
  await jest.advanceTimersByTimeAsync(199);
  expect(workers).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(workers).toHaveLength(3);
});

test("a worker that served for long is replaced as soon as the first", async () => {
  const { workers, last } = await running();
  last().end("SIGKILL");
  await jest.advanceTimersByTimeAsync(100);
  last().say({ kind: "ready" });
  await jest.advanceTimersByTimeAsync(61_000);
  last().end("SIGKILL");
  await jest.advanceTimersByTimeAsync(100);
  expect(workers).toHaveLength(3);
});

test("a replacement that can't start is tried again", async () => {
  const { workers, last, lines } = await running();
  last().end("SIGKILL");
  await jest.advanceTimersByTimeAsync(100);
  last().say({ kind: "failed", line: "no memory" });
  last().end("exit code 1");
  await jest.advanceTimersByTimeAsync(200);
  expect(workers).toHaveLength(3);
  expect(lines[1]).toBe("worker 1 doesn't start: no memory");
});

test("stopping asks all workers, kills those that take too long, and replaces none", async () => {
  const { supervisor, workers } = supervise(2);
  const started = supervisor.start();
  await settle();
  workers[0]?.say({ kind: "ready" });
  await settle();
  workers[1]?.say({ kind: "ready" });
  await started;
  const stopped = supervisor.stop();
  workers[0]?.end("");
  await jest.advanceTimersByTimeAsync(1000);
  expect(workers[1]?.asked).toEqual(["stop", "kill"]);
  workers[1]?.end("SIGKILL");
  expect(await stopped).toEqual(["worker 2"]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(workers).toHaveLength(2);
});

test("stopping ends the pause before a replacement", async () => {
  const { supervisor, workers, last } = await running();
  last().end("SIGKILL");
  await settle();
  expect(await supervisor.stop()).toEqual([]);
  expect(workers).toHaveLength(1);
});
