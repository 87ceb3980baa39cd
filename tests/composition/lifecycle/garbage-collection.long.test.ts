import { execFileSync } from "node:child_process";
import { join } from "node:path";

const swc = JSON.stringify(join(__dirname, "../../support/jest/swc-register.cjs"));
const source = JSON.stringify(join(__dirname, "../../../src/composition/lifecycle/garbage-collection.ts"));
const tuning = `require(${source}).tuneGarbageCollection();`;

/** Keeps some objects, makes others that become garbage soon, and prints how large the heap gets, in megabytes. */
const growing = (beginning: string): string => `
  require(${swc});
  ${beginning}
  const objects = () => Array.from({ length: 1000 }, (_, index) => ({ index }));
  const lasting = Array.from({ length: 2000 }, objects);
  const latest = [];
  let most = 0;
  for (let round = 0; round < 40_000; round += 1) {
    latest[round % 400] = objects();
    if (round % 50 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  console.log(most / 1e6 + lasting.length * 0);
`;

/** First keeps every object that a function makes, then drops them. Prints how many of every 2,000th dropped one began old. */
const keptAtFirst = (beginning: string): string => `
  require(${swc});
  ${beginning}
  const make = (index) => ({ index, list: [index, index], inner: { index } });
  const kept = [];
  let latest;
  let isKept = true;
  const step = (index) => {
    latest = make(index);
    if (isKept) kept.push(latest);
  };
  const steps = () => {
    for (let index = 0; index < 2000; index += 1) step(index);
  };
  for (let round = 0; round < 400; round += 1) steps();
  isKept = false;
  let old = 0;
  for (let round = 0; round < 400; round += 1) {
    steps();
    if (!%InYoungGeneration(latest)) old += 1;
  }
  console.log(old + kept.length * 0);
`;

/** Calls many functions once, then makes garbage until it has been collected three times. Prints how large the heap is, in megabytes. */
const calledOnce = (beginning: string): string => `
  require(${swc});
  ${beginning}
  const { constants, PerformanceObserver } = require("node:perf_hooks");
  const sum = Array.from({ length: 300 }, (_, index) => "some + " + index).join(" + ");
  const functions = Array.from({ length: 1000 }, (_, index) => "(some) => " + sum + " + " + index);
  const called = require("node:vm").runInThisContext("[" + functions.join(", ") + "]");
  for (const one of called) one(1);
  let collections = 0;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries())
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
  }).observe({ entryTypes: ["gc"] });
  let latest = [];
  const makeGarbage = () => {
    latest.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
    if (latest.length > 400) latest = [];
    if (collections < 3) return setImmediate(makeGarbage);
    latest = [];
    require("node:v8").setFlagsFromString("--expose-gc");
    require("node:vm").runInNewContext("gc")();
    console.log(process.memoryUsage().heapUsed / 1e6 + called.length * 0);
  };
  makeGarbage();
`;

/** The number that a program prints. */
const printed = (program: string): number =>
  Number(execFileSync(process.execPath, ["--allow-natives-syntax", "-e", program], { encoding: "utf8" }));

test("the heap grows by half of what is in use, where V8 alone would let it grow to many times that", () => {
  const limited = printed(growing(tuning));
  expect(limited).toBeLessThan(250);
  expect(limited).toBeLessThan(printed(growing("")) * 0.7);
});

test("what code creates begins young, even if all that it created before has lasted", () => {
  expect(printed(keptAtFirst(tuning))).toBe(0);
  expect(printed(keptAtFirst(""))).toBeGreaterThan(0);
});

test("bytecode of functions that only the start calls is forgotten after three collections", () => {
  expect(printed(calledOnce(tuning))).toBeLessThan(printed(calledOnce("")) - 2);
});
