import { type Component, component, startAll } from "../../../src/composition/lifecycle/lifecycle";

let seen: string[];
let logged: { readonly service: string; readonly err: unknown }[];
const log = (failure: (typeof logged)[number]) => {
  logged.push(failure);
};

beforeEach(() => {
  seen = [];
  logged = [];
});

const later = () => new Promise((resolve) => setImmediate(resolve));

const recording = (name: string, more: Partial<Component> = {}): Component => ({
  name,
  start: async () => {
    seen.push(`${name} starts`);
    await later();
    seen.push(`${name} is up`);
  },
  stop: async () => {
    seen.push(`${name} stops`);
    await later();
    seen.push(`${name} is down`);
  },
  ...more,
});

const failing = (reason: string) => async () => {
  throw new Error(reason);
};

test("components start in order, each when the one before it is up, and stop in reverse", async () => {
  const running = await startAll([recording("a"), recording("b")], log);
  expect(seen).toEqual(["a starts", "a is up", "b starts", "b is up"]);
  seen = [];
  expect(await running.stop()).toEqual([]);
  expect(seen).toEqual(["b stops", "b is down", "a stops", "a is down"]);
  expect(logged).toEqual([]);
});

test("a component that fails to start stops those before it, and those after it never start", async () => {
  const components = [recording("a"), recording("b", { start: failing("no port") }), recording("c")];
  await expect(startAll(components, log)).rejects.toThrow("no port");
  expect(seen).toEqual(["a starts", "a is up", "a stops", "a is down"]);
});

test("an aborted start begins no further component, and what has started can be stopped", async () => {
  const ending = new AbortController();
  const asked = recording("b", {
    start: async () => {
      ending.abort();
      await later();
      seen.push("b is up");
    },
  });
  const running = await startAll([recording("a"), asked, recording("c")], log, ending.signal);
  expect(seen).toEqual(["a starts", "a is up", "b is up"]);
  seen = [];
  await running.stop();
  expect(seen).toEqual(["b stops", "b is down", "a stops", "a is down"]);
});

test("a component that stops waiting because of the abort isn't a failure", async () => {
  const ending = new AbortController();
  const waiting = component("waits", {
    start: (signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("to end")));
      }),
  });
  const starting = startAll([recording("a"), waiting, recording("c")], log, ending.signal);
  await later();
  ending.abort();
  const running = await starting;
  expect(await running.stop()).toEqual([]);
  expect(seen).toEqual(["a starts", "a is up", "a stops", "a is down"]);
  expect(logged).toEqual([]);
});

test("a failed start is reported with its own error, even if what had started doesn't stop", async () => {
  const components = [
    recording("a", { stop: failing("stuck") }),
    recording("b", { start: failing("no port") }),
  ];
  await expect(startAll(components, log)).rejects.toThrow("no port");
  expect(logged).toEqual([{ service: "a", err: new Error("stuck") }]);
});

test("a component that fails to stop is named, and the others stop anyway", async () => {
  const running = await startAll([recording("a"), recording("b", { stop: failing("stuck") })], log);
  seen = [];
  expect(await running.stop()).toEqual(["b"]);
  expect(seen).toEqual(["a stops", "a is down"]);
  expect(logged).toEqual([{ service: "b", err: new Error("stuck") }]);
});

test("a component that never stops is abandoned after its time limit, and named", async () => {
  const hanging = recording("b", { stop: () => new Promise(() => {}), stopsWithin: 20 });
  const running = await startAll([recording("a"), hanging], log);
  seen = [];
  expect(await running.stop()).toEqual(["b"]);
  expect(seen).toEqual(["a stops", "a is down"]);
  expect(logged).toEqual([{ service: "b", err: new Error("Not stopped within 20 ms") }]);
});

test("components stop once, however often that is requested", async () => {
  const running = await startAll([recording("a")], log);
  seen = [];
  await Promise.all([running.stop(), running.stop()]);
  await running.stop();
  expect(seen).toEqual(["a stops", "a is down"]);
});

test("a component with only a start or only a stop does nothing for the other", async () => {
  const running = await startAll([component("ends", { stop: async () => void seen.push("ended") })], log);
  expect(seen).toEqual([]);
  await running.stop();
  expect(seen).toEqual(["ended"]);
});
