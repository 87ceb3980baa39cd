import type { JobStanding } from "../../../src/application/ports/jobs/dead-letters";
import { gaugeJobs } from "../../../src/composition/components/gauges";
import { jobKinds } from "../../../src/domain/jobs/job";
import { until } from "../../support/application/jobs";
import { memoryMetrics } from "../../support/application/memory-metrics";

test("a process measures what isn't done, by kind, again and again", async () => {
  const metrics = memoryMetrics();
  const standings: JobStanding[] = [{ kind: "call_bot", overdue: 90_000, givenUp: 0 }];
  let isAway = false;
  const standing = async () => {
    if (isAway) throw new Error("no database");
    return [...standings];
  };
  const errors: unknown[] = [];
  const component = gaugeJobs({
    deadLetters: { standing },
    metrics,
    onError: (error) => errors.push(error),
    everyMilliseconds: 5,
  });
  for (const kind of jobKinds)
    expect([metrics.read("jobs_overdue_seconds", { kind }), metrics.read("jobs_given_up", { kind })]).toEqual(
      [0, 0],
    );
  await component.start?.(new AbortController().signal);
  const shown = () => [
    metrics.read("jobs_overdue_seconds", { kind: "call_bot" }),
    metrics.read("jobs_given_up", { kind: "call_bot" }),
  ];
  await until(() => shown()[0] === 90);
  standings[0] = { kind: "call_bot", overdue: 0, givenUp: 2 };
  await until(() => shown()[1] === 2);
  expect(shown()).toEqual([0, 2]);
  isAway = true;
  await until(() => errors.length > 0);
  expect(shown()).toEqual([0, 0]);
  expect(errors[0]).toEqual(new Error("no database"));
  await component.stop?.();
});
