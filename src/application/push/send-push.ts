import type { PushJob } from "../../domain/push/push-job";
import { millisecondsIn } from "../../domain/units/time";
import type { JobHandler } from "../jobs/job-handler";
import type { RelayFailure } from "../ports/push/push-relay";
import { doPushJob, type PushPorts } from "./internal/do-push-job";
import { pushPayload } from "./shared/push-payload";

interface Ports extends PushPorts {
  readonly onError: (error: unknown) => void;
}

/** The relay was unreachable or refused. */
export class PushFailed extends Error {
  constructor({ outcome, detail }: RelayFailure) {
    super(`Notifications: ${outcome}: ${detail}`);
  }
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
    atOnce: 16,
    delayAfter: (failures, { kind }) =>
      kind === "registration" ? (delays[failures] ?? registrationDelay) : delays[failures],
    run: async ({ realmId, payload }) => {
      const { remainder, next } = await send(realmId, payload);
      if (remainder === undefined) return { kind: "done", next };
      const error = new PushFailed(remainder.failure);
      ports.onError(error);
      const { retryAfter } = remainder.failure;
      return { kind: "failed", error: error.message, left: remainder.job, retryAfter };
    },
  };
};
