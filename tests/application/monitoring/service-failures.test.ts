import { ServiceFailures } from "../../../src/application/monitoring/service-failures";

test("a clock that is set back doesn't silence a kind of failure", () => {
  const lines: unknown[] = [];
  let now = 1_000_000;
  const failures = new ServiceFailures({
    clock: { now: () => now },
    onError: (error) => lines.push(error),
  });
  failures.report("Notifications: refused", "once");
  now = 0;
  failures.report("Notifications: refused", "again");
  expect(lines).toHaveLength(2);
});

test("a thousand refusals in a minute are one short line, and the next line says how many there were", () => {
  const lines: unknown[] = [];
  let now = 0;
  const failures = new ServiceFailures({
    clock: { now: () => now },
    onError: (error) => lines.push(error),
  });
  for (let index = 0; index < 1000; index += 1) failures.report("Notifications: refused", `no\n${index}`);
  failures.report("Notifications: unreachable", "x".repeat(5000));
  now = 59_999;
  failures.report("Notifications: refused", "still silent");
  now = 60_000;
  failures.report("Notifications: refused", "again");
  now = 120_000;
  failures.report("Notifications: refused", "alone");
  expect(lines).toEqual([
    "Notifications: refused: no 0",
    `Notifications: unreachable: ${"x".repeat(300)}`,
    "Notifications: refused: again (and 1000 more of this kind since the last line)",
    "Notifications: refused: alone",
  ]);
});
