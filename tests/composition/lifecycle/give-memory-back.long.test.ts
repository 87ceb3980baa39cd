import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Fills 80 MB and drops them, then rests or works, and prints how large the heap is, in megabytes. */
const program = (rest: string): string => `
  require(${JSON.stringify(join(__dirname, "../../support/jest/swc-register.cjs"))});
  const { giveMemoryBack } = require(${JSON.stringify(join(__dirname, "../../../src/composition/lifecycle/give-memory-back.ts"))});
  let kept = Array.from({ length: 80 }, () => Array.from({ length: 20_000 }, (_, index) => ({ index })));
  kept = undefined;
  void giveMemoryBack(100).start();
  const end = Date.now() + 1500;
  const go = () => {
    if (Date.now() > end) console.log(process.memoryUsage().heapTotal / 1e6);
    else ${rest}
  };
  go();
`;

const heapAfter = (rest: string): number =>
  Number(execFileSync(process.execPath, ["-e", program(rest)], { encoding: "utf8" }));

test("a process that rests gives back the memory of what it no longer needs", () => {
  expect(heapAfter("setTimeout(go, 1500);")).toBeLessThan(60);
});

test("a busy process isn't held up by collecting garbage", () => {
  const busy = "{ const until = Date.now() + 20; while (Date.now() < until); setTimeout(go, 5); }";
  expect(heapAfter(busy)).toBeGreaterThan(80);
});
