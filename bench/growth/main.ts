import { median } from "../load";
import { runProgram } from "../program";
import { type Operation, operations } from "./operations";
import { inWorld, type World } from "./world";

/** The messages of two organizations that are alike otherwise. */
const sizes = { small: 10_000, large: 1_000_000 };
const rounds = 25;
/** They fill caches and compile. */
const unmeasuredRounds = 4;
/** How much more an operation may cost in the large organization. */
const mostGrowth = 1.2;

/** Milliseconds of an operation. */
const timeOf = async ({ prepare, run }: Operation, world: World, round: number): Promise<number> => {
  await prepare?.(world, round);
  const began = performance.now();
  await run(world, round);
  return performance.now() - began;
};

const line = (what: string, ...cells: readonly string[]): void =>
  void process.stdout.write(`${what.padEnd(56)} ${cells.map((cell) => cell.padStart(10)).join(" ")}\n`);

/** Measures each operation in both organizations in turn, so that both meet the same disturbances. */
const compare = async (small: World, large: World): Promise<void> => {
  line("ms (medians)", "10,000", "1,000,000", "ratio", `≤ ${mostGrowth}`);
  for (const [what, operation] of Object.entries(operations)) {
    const times: (readonly [few: number, many: number])[] = [];
    for (let round = 0; round < unmeasuredRounds + rounds; round += 1)
      times.push([await timeOf(operation, small, round), await timeOf(operation, large, round)]);
    const measured = times.slice(unmeasuredRounds);
    const few = median(measured.map(([one]) => one));
    const many = median(measured.map(([, other]) => other));
    const isHeld = many <= few * mostGrowth;
    if (!isHeld) process.exitCode = 1;
    line(what, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2), isHeld ? "" : "✗");
  }
};

runProgram(() => inWorld(sizes.small, (small) => inWorld(sizes.large, (large) => compare(small, large))));
