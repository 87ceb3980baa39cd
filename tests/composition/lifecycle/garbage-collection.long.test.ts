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
