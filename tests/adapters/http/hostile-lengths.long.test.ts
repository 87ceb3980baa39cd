import { judgeLengths } from "../../support/hostile-lengths/lengths";

/** `npm run fuzz -- --hostile-lengths` judges all of them. */
const isExhaustive = process.env.PARLEY_LENGTHS === "all";
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? Date.now() % 1_000_000_000);
const only = new RegExp(process.env.PARLEY_LENGTHS_ONLY ?? "");
const minutes =
  process.env.PARLEY_LENGTHS_MINUTES === undefined ? undefined : Number(process.env.PARLEY_LENGTHS_MINUTES);

test("the cost of a request grows no faster than its texts, lists and documents do", async () => {
  const share = isExhaustive ? undefined : { notorious: 2, texts: 2, insides: 1, documents: 1, alike: 3 };
  const progress = (line: string) => void (isExhaustive && process.stderr.write(`${line}\n`));
  const { faults, ...figures } = await judgeLengths({ seed, share, only, minutes, progress });
  expect({ seed, faults }).toEqual({ seed, faults: [] });
  // Every endpoint has a parameter, a path or a header.
  if (only.source === "(?:)") expect(figures.subjects).toBeGreaterThan(700);
  if (process.env.PARLEY_LENGTHS !== undefined) console.log({ seed, ...figures });
}, 36_000_000);
