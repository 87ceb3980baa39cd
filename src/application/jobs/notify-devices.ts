import { type DeviceNews, deviceNews } from "../push/device-news";
import { type PlanPorts, planPushes } from "../push/plan-pushes";
import type { RealmDirectory } from "../realm-directory";
import { afterDelays, type JobHandler } from "./job-handler";

interface Ports extends PlanPorts {
  readonly directory: RealmDirectory;
}

const second = 1000;

/** Finds whose devices hear of a change, and enqueues a job for each of those people in one commit with its own end. */
export const notifyDevices = (ports: Ports): JobHandler<DeviceNews> => {
  const plan = planPushes(ports);
  return {
    payload: deviceNews,
    atOnce: 8,
    delayAfter: afterDelays([1, 5, 30, 300, 3600].map((seconds) => seconds * second)),
    run: async ({ realmId, payload }) => ({
      kind: "done",
      next: await plan(await ports.directory.newest(realmId), payload),
    }),
  };
};
