import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { decodeLoggedEvent, encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import type { StoredEvent } from "../../../src/domain/events/event-lifts";
import { eventArbitraries, eventTypes } from "../../support/random/arbitraries/events";
import fc from "../../support/random/fast-check";

/** An event of each type and version, one a line, as logs hold them. Lines are only ever added. */
const file = join(__dirname, "logged-events.jsonl");

const logged = (): readonly StoredEvent[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const keyOf = ({ type, v }: StoredEvent): string => `${type} ${v ?? 1}`;

/** The longest of a few, which leaves the fewest lists empty. */
const exampleOf = (type: (typeof eventTypes)[number]): string => {
  const examples = fc.sample(eventArbitraries[type] as fc.Arbitrary<never>, { numRuns: 20, seed: 1 });
  const lines = examples.map((event) => JSON.stringify(encodeLoggedEvent(event)));
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest));
};

test("every event that was ever logged can be read: a new field comes with a lift in event-lifts.ts", () => {
  const problems = logged().flatMap((event) => {
    const read = decodeLoggedEvent(event);
    return E.isLeft(read) ? [`${keyOf(event)}: ${read.left.problem}`] : [];
  });
  expect(problems).toEqual([]);
});

test("the newest version of every event is on record; UPDATE_DOCS=1 adds it", () => {
  const missing = (): readonly string[] => {
    const known = new Set(logged().map(keyOf));
    return eventTypes.map(exampleOf).filter((line) => !known.has(keyOf(JSON.parse(line))));
  };
  if (process.env.UPDATE_DOCS === "1")
    writeFileSync(
      file,
      `${readFileSync(file, "utf8")}${missing()
        .map((line) => `${line}\n`)
        .join("")}`,
    );
  expect(missing()).toEqual([]);
});
