import { setImmediate as nextTurn } from "node:timers/promises";
import { spreadOverTurns } from "../../../../src/adapters/http/admission/spread-over-turns";

const began: string[] = [];
let time = 0;
/** Work that takes so many milliseconds of its turn. */
const work = (name: string, milliseconds: number) => () => {
  began.push(name);
  time += milliseconds;
};

beforeEach(() => {
  began.length = 0;
  time = 0;
});

test("requests that take little begin in one turn", () => {
  const begin = spreadOverTurns(() => time);
  for (const name of ["a", "b", "c", "d"]) begin(work(name, 2));
  expect(began).toEqual(["a", "b", "c", "d"]);
});

test("once requests have taken ten milliseconds of a turn, the others begin in the turns after it, in their order", async () => {
  const begin = spreadOverTurns(() => time);
  for (const name of ["a", "b", "c", "d", "e"]) begin(work(name, 6));
  expect(began).toEqual(["a", "b"]);
  await nextTurn();
  expect(began).toEqual(["a", "b", "c", "d"]);
  begin(work("f", 6));
  await nextTurn();
  expect(began).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("a request that comes when others wait begins after them", async () => {
  const begin = spreadOverTurns(() => time);
  for (const name of ["a", "b", "c"]) begin(work(name, 20));
  for (let turn = 0; turn < 2; turn += 1) {
    begin(work(`later ${turn}`, 20));
    await nextTurn();
  }
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(began).toEqual(["a", "b", "c", "later 0", "later 1"]);
});
