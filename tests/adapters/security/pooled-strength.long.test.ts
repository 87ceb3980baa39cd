import { join } from "node:path";
import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { pooledStrength } from "../../../src/adapters/security/pooled-strength";

const strength = pooledStrength({
  worker: join(__dirname, "../../../src/adapters/security/strength-worker.ts"),
  execArgv: ["--require", join(__dirname, "../../support/jest/swc-register.cjs")],
});
afterAll(() => strength.close());

/** Made of signs that can each replace several letters. */
const hostile = "4@8({[<369&#!1/|0$57%2*".repeat(5).slice(0, 100);

/** How often the event loop turns until the work is done. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
};

test("a thread estimates the same as the calling thread", async () => {
  for (const [password, known] of [
    ["password1", []],
    ["Zoe Zander", ["Zoe Zander"]],
    ["seven blue elephants", ["Zoe"]],
  ] as const)
    expect(await strength.guessesFor(password, known)).toBe(await zxcvbnStrength.guessesFor(password, known));
});

test("others are served while the slowest passwords are estimated", async () => {
  await strength.guessesFor("the lists are loaded", []);
  expect(await turnsDuring(() => strength.guessesFor(hostile, []))).toBeGreaterThan(2);
});
