import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Keeps some objects, makes others that become garbage soon, and prints how large the heap gets, in megabytes. */
const program = (beginning: string): string => `
  require(${JSON.stringify(join(__dirname, "../../support/jest/swc-register.cjs"))});
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

const largest = (beginning: string): number =>
  Number(execFileSync(process.execPath, ["-e", program(beginning)], { encoding: "utf8" }));

test("the heap grows by half of what is in use, where V8 alone would let it grow to many times that", () => {
  const source = join(__dirname, "../../../src/composition/lifecycle/garbage-collection.ts");
  const limited = largest(`require(${JSON.stringify(source)}).tuneGarbageCollection();`);
  expect(limited).toBeLessThan(250);
  expect(limited).toBeLessThan(largest("") * 0.7);
});
