import { sendMessage } from "../messages/send-message";
import type { Workings } from "../workings";
import { runnableKinds } from "./job-kinds";
import { JobRunner } from "./job-runner";
import { listJobs } from "./list-jobs";
import { removeJob } from "./remove-job";
import { retryJobs } from "./retry-jobs";

/** Work that follows a commit or a time. */
export const jobUseCases = (workings: Workings) => ({
  list: listJobs(workings),
  remove: removeJob(workings),
  retry: retryJobs(workings),
  runner: new JobRunner({ ...workings, kinds: runnableKinds(workings, sendMessage(workings)) }),
});
