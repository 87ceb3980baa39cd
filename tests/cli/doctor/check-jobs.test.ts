import type { JobStanding } from "../../../src/application/ports/jobs/dead-letters";
import { checkJobs } from "../../../src/cli/doctor/check-jobs";

const check = (...standings: readonly JobStanding[]) => checkJobs({ standing: async () => standings });

test("kinds of jobs that are overdue by more than a minute are named", async () => {
  expect(
    await check(
      { kind: "deliver_mail", overdue: 7_230_000, givenUp: 0 },
      { kind: "call_bot", overdue: 60_000, givenUp: 4 },
      { kind: "send_push", overdue: 61_000, givenUp: 0 },
    ),
  ).toMatchObject({
    outcome: "doubtful",
    message: expect.stringMatching(
      /^overdue are deliver_mail by 120 minutes, send_push by 1 minute\. Run at least/,
    ),
  });
});

test("jobs that begin on time are fine", async () => {
  expect(await check({ kind: "call_bot", overdue: 900, givenUp: 2 })).toMatchObject({ outcome: "fine" });
});
