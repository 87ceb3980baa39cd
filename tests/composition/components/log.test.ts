import { EventEmitter } from "node:events";
import { logWarnings, withoutRepetition } from "../../../src/composition/components/log";
import { outagesOf } from "../../../src/composition/components/outages";

const minute = 60_000;

/** Lines, and a clock that stands still until it is set. */
const setUp = () => {
  let now = 1_700_000_000_000;
  const clock = { now: () => now };
  const lines: unknown[] = [];
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { clock, lines, pass };
};

test("the same failure of background work is logged once a minute, with how often it was meant", () => {
  const { clock, lines, pass } = setUp();
  const onError = withoutRepetition(
    (error, repeated) => lines.push([(error as Error).message, repeated]),
    clock,
  );
  for (let second = 0; second < 61; second += 1) {
    onError(new Error("The database is away"));
    pass(1000);
  }
  onError(new Error("Something else"));
  expect(lines).toEqual([
    ["The database is away", 0],
    ["The database is away", 59],
    ["Something else", 0],
  ]);
});

test("a code tells two failures with the same words apart", () => {
  const { clock, lines } = setUp();
  const onError = withoutRepetition((error) => lines.push(error), clock);
  const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
  for (const error of [refused, refused, new Error("no")]) onError(error);
  expect(lines).toHaveLength(2);
});

test("a clock that is set back doesn't silence a failure", () => {
  const { clock, lines, pass } = setUp();
  const onError = withoutRepetition((_error, repeated) => lines.push(repeated), clock);
  const error = new Error("The database is away");
  onError(error);
  pass(-60 * minute);
  onError(error);
  expect(lines).toEqual([0, 0]);
});

test("two bugs with the same words are two lines", () => {
  const { clock, lines } = setUp();
  const onError = withoutRepetition((error) => lines.push(error), clock);
  const one = () => new TypeError("Cannot read properties of undefined (reading 'id')");
  const other = () => new TypeError("Cannot read properties of undefined (reading 'id')");
  for (const make of [one, other, one, other]) onError(make());
  expect(lines).toHaveLength(2);
});

test("an outage of an engine is one line, and one a minute while it lasts, whatever fails", () => {
  const { clock, lines, pass } = setUp();
  const onOutage = outagesOf("wake-up bus", { clock, onError: (line) => lines.push(line) });
  for (let second = 0; second < 90; second += 1) {
    onOutage(new Error("NATS isn't connected"));
    onOutage(Object.assign(new Error(""), { code: "ECONNREFUSED" }));
    pass(1000);
  }
  pass(minute);
  onOutage(Object.assign(new Error(""), { code: "ECONNREFUSED" }));
  expect(lines).toEqual([
    "wake-up bus: NATS isn't connected",
    "wake-up bus: NATS isn't connected (and 119 more of this kind since the last line)",
    "wake-up bus: ECONNREFUSED (and 59 more of this kind since the last line)",
  ]);
});

test("Node's warnings are lines of the log, and none if the operator turned them off", () => {
  const lines: unknown[] = [];
  const logger = { warn: (line: unknown) => lines.push(line) };
  const usual = new EventEmitter().on("warning", () => lines.push("plain"));
  const silenced = new EventEmitter();
  for (const source of [usual, silenced]) {
    logWarnings(logger, source);
    source.emit("warning", new Error("Needs Node 22"));
  }
  expect(lines).toEqual([{ err: new Error("Needs Node 22") }]);
});
