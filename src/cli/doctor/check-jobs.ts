import type { DeadLetters } from "../../application/ports/jobs/dead-letters";
import { overdueAmong } from "../../composition/components/job-watches";
import { jobKinds } from "../../domain/jobs/job";
import { pluralized } from "../../domain/text/pluralized";
import { millisecondsIn } from "../../domain/units/time";
import { doubtful, type Finding, fine } from "./finding";

/** Whether jobs begin when they are due. Their nodes may have other clocks than the database, which measures. */
export const checkJobs = async (deadLetters: Pick<DeadLetters, "standing">): Promise<Finding> => {
  const late = overdueAmong(await deadLetters.standing(jobKinds));
  if (late.length === 0) return fine("Jobs", "none is overdue");
  const named = late.map(
    ({ kind, overdue }) => `${kind} by ${pluralized(Math.floor(overdue / millisecondsIn.minute), "minute")}`,
  );
  return doubtful(
    "Jobs",
    `overdue are ${named.join(", ")}. Run at least one node with PARLEY_ROLE=jobs or all, and more if they are busy; \`parley jobs\` shows what fails`,
  );
};
