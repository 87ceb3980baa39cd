import type { PushJob } from "../../domain/push/push-job";
import { millisecondsIn } from "../../domain/units/time";
import type { JobHandler } from "../jobs/job-handler";
import type { ServiceFailures } from "../monitoring/service-failures";
import { doPushJob, type PushPorts } from "./internal/do-push-job";
import { pushPayload } from "./shared/push-payload";

interface Ports extends PushPorts {
  readonly serviceFailures: Pick<ServiceFailures, "report">;
}

const { second, minute, hour } = millisecondsIn;
const delays = [10 * second, ...[1, 5, 15, 60, 240, 720].map((minutes) => minutes * minute)];
/** A registration is retried for a day; it counts its own attempts. */
const registrationDelay = hour;

/** Sends a notification to one user's devices, or registers one of them with the relay. */
export const sendPush = (ports: Ports): JobHandler<PushJob> => {
  const send = doPushJob(ports);
  return {
    payload: pushPayload,
    // An organization gets at most a third of them.
    atOnce: 48,
    atOnceEach: 16,
    delayAfter: (failures, { kind }) =>
      kind === "registration" ? (delays[failures] ?? registrationDelay) : delays[failures],
    run: async ({ realmId, payload }) => {
      const { remainder, next } = await send(realmId, payload);
      if (remainder === undefined) return { kind: "done", next };
      const { outcome, detail, retryAfter } = remainder.failure;
      const kind = `Notifications: ${outcome}`;
      ports.serviceFailures.report(kind, detail);
      return { kind: "failed", error: `${kind}: ${detail}`, left: remainder.job, retryAfter };
    },
  };
};
