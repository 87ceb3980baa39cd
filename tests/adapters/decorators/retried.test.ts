import { type RetryPolicy, retried } from "../../../src/adapters/decorators/retried";

interface Store {
  read(id: number): Promise<string>;
  write(id: number): Promise<void>;
}

let calls: string[];
let waits: number[];
let retries: string[];
/** The errors that the next calls fail with. */
let failures: Error[];

const passing = new Error("try again");
const lasting = new Error("never");

const take = async (call: string): Promise<void> => {
  calls.push(call);
  const failure = failures.shift();
  if (failure) throw failure;
};

const store: Store = {
  read: async (id) => {
    await take(`read ${id}`);
    return `value ${id}`;
  },
  write: (id) => take(`write ${id}`),
};

const policy: RetryPolicy = {
  attempts: 4,
  firstWait: 100,
  longestWait: 250,
  mayRecover: (error) => error === passing,
  random: () => 0.5,
  wait: async (milliseconds) => {
    waits.push(milliseconds);
  },
  mayRetry: (method) => {
    retryable.push(method);
  },
  onRetry: (method) => {
    retries.push(method);
  },
};
const retryable: string[] = [];
const port = retried(store, ["read"], policy);

test("the methods that may be retried are known before the first call", () => {
  expect(retryable).toEqual(["read"]);
  retryable.length = 0;
  retried(store, "all", policy);
  expect(retryable).toEqual(Object.keys(store));
});

beforeEach(() => {
  [calls, waits, retries, failures] = [[], [], [], []];
});

test("a read with a transient error is repeated with the same arguments", async () => {
  failures = [passing, passing];
  expect(await port.read(7)).toBe("value 7");
  expect(calls).toEqual(["read 7", "read 7", "read 7"]);
  expect(retries).toEqual(["read", "read"]);
});

test("delays grow up to the longest, with random variation", async () => {
  failures = [passing, passing, passing];
  await port.read(1);
  expect(waits).toEqual([50, 100, 125]);
});

test("after the last attempt the call fails with its error", async () => {
  failures = [passing, passing, passing, passing, passing];
  await expect(port.read(1)).rejects.toBe(passing);
  expect(calls).toHaveLength(4);
});

test("a permanent error isn't retried", async () => {
  failures = [lasting];
  await expect(port.read(1)).rejects.toBe(lasting);
  expect([calls.length, waits]).toEqual([1, []]);
});

test("methods that aren't named are called once", async () => {
  failures = [passing];
  await expect(port.write(1)).rejects.toBe(passing);
  expect(calls).toEqual(["write 1"]);
});

test("all methods can be named at once", async () => {
  failures = [passing];
  await retried(store, "all", policy).write(1);
  expect(calls).toEqual(["write 1", "write 1"]);
});

test("only asynchronous methods can be named", () => {
  const peeking = { peek: () => 1, read: async () => 2 };
  // @ts-expect-error: it answers at once
  expect(retried(peeking, ["peek"], policy)).toBeDefined();
});
