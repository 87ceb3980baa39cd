import type { RealmDirectory } from "../held-realms/realm-directory";
import { afterSeconds, type JobHandler } from "../jobs/job-handler";
import { type PlanPorts, planPushes } from "./internal/plan-pushes";
import { type DeviceUpdate, deviceUpdate } from "./shared/device-update";

interface Ports extends PlanPorts {
  readonly directory: RealmDirectory;
}

/** Finds the users whose devices to notify of a change, and enqueues a job for each, in the commit that ends this job. */
export const notifyDevices = (ports: Ports): JobHandler<DeviceUpdate> => {
  const plan = planPushes(ports);
  return {
    payload: deviceUpdate,
    atOnce: 8,
    delayAfter: afterSeconds([1, 5, 30, 300, 3600]),
    run: async ({ realmId, payload }) => ({
      kind: "done",
      next: await plan(await ports.directory.newest(realmId), payload),
    }),
  };
};
