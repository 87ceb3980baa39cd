import { percentile } from "../load";
import { type ViolationKind, type Violations, violationKinds } from "./violations";

/** The outcome of a run. */
export interface Outcome {
  readonly seconds: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly changes: number;
  readonly deliveries: number;
  readonly events: number;
  readonly retries: number;
  /** What was logged about each answer of 500. */
  readonly failures: readonly string[];
  /** Starts that failed because of a fault; the node was started again. */
  readonly failedStarts: number;
  readonly faults: ReadonlyMap<string, number>;
  /** Milliseconds from acknowledgement to arrival. */
  readonly times: readonly number[];
  /** Milliseconds after each storm until everything was delivered. */
  readonly settled: readonly number[];
}

const mostFailures = 5;

const row = (what: string, value: string): string => `${what.padEnd(66)} ${value}\n`;
const inMilliseconds = (value: number): string => `${value.toFixed(0)} ms`;

/** The table at the end of a run. */
export const summary = (outcome: Outcome, violations: Violations): string => {
  const { times, settled } = outcome;
  const kinds = Object.entries(violationKinds) as readonly (readonly [ViolationKind, string])[];
  return [
    row("seconds", outcome.seconds.toFixed(0)),
    row("messages acknowledged, refused", `${outcome.acknowledged}, ${outcome.refused}`),
    row("changes of memberships, roles and channels", `${outcome.changes}`),
    row("messages delivered, events in all", `${outcome.deliveries}, ${outcome.events}`),
    row("repeated calls, answers of 500", `${outcome.retries}, ${outcome.failures.length}`),
    ...outcome.failures.slice(0, mostFailures).map((line) => `    ${line}\n`),
    row("repeated starts", `${outcome.failedStarts}`),
    ...[...outcome.faults].map(([name, count]) => row(`fault: ${name}`, `${count}`)),
    row(
      "delivery after the acknowledgement, p50 and p99, through all faults",
      `${inMilliseconds(percentile(times, 0.5))}, ${inMilliseconds(percentile(times, 0.99))}`,
    ),
    row("time until all was delivered, after each storm", settled.map(inMilliseconds).join(", ")),
    ...kinds.flatMap(([kind, name]) => [
      row(`violations: ${name}`, `${violations.count(kind)}`),
      ...violations.examples(kind).map((example) => `    ${example}\n`),
    ]),
    row(violations.total === 0 ? "holds" : "DOES NOT HOLD", ""),
  ].join("");
};
