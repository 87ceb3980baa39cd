import type { JobKind } from "../../../src/domain/jobs/job";
import { createRealm } from "../storage/commits";
import { memoryPersistence } from "../storage/persistence";
import { aJob, claimIn, enqueueAll } from "./jobs";

/** A realm whose jobs can be given up. */
export const realmOfJobs = async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const { clock, deadLetters, jobQueue } = persistence;
  const enqueue = (name: string, kind: JobKind = "call_bot") =>
    enqueueAll(persistence, realmId, aJob(name, { kind, dueAt: clock.now() }));
  const dueNow = () => claimIn(persistence, [realmId], clock.now());
  return {
    ...persistence,
    realmId,
    enqueue,
    dueNow,
    /** Enqueues a job and gives it up; returns its dead letter. */
    giveUp: async (name: string, kind?: JobKind) => {
      await enqueue(name, kind);
      for (const job of await dueNow()) await jobQueue.bury(job, clock.now(), `${name} failed`);
      const [letter] = await deadLetters.list(1);
      if (letter === undefined) throw new Error("No job was given up");
      return letter;
    },
  };
};
