import type { LoggedEvent } from "../../domain/events/event";
import type { RealmId } from "../../domain/ids";
import { firstDueAt, type JobOrder } from "../../domain/jobs/job";
import type { SecretChange } from "../ports/events/event-store";
import { endWaits } from "../queues/end-waits";
import type { Decision } from "./decision";
import type { LanePorts } from "./lane-ports";
import type { LaneTimes } from "./lane-times";
import type { QueuedWork } from "./queued-work";

/** A new password ends sessions too. */
const endingSessions = new Set<SecretChange["kind"]>(["password", "sessions_ended"]);

/** A decision that waits for its commit. */
export interface Decided {
  readonly waiting: QueuedWork;
  readonly decision: Decision;
  /** The milliseconds that the decision took. */
  readonly took: number;
  /** Answers the caller once the commit stands. */
  readonly settle: () => void;
}

interface Committed {
  readonly decided: readonly Decided[];
  readonly events: readonly LoggedEvent[];
  readonly jobs: readonly JobOrder[];
  readonly secrets: readonly SecretChange[];
  /** The milliseconds that writing one row took. */
  readonly perRow: number;
}

/** Charges each author the time of their decision, and of their part of the commit. */
const charge = (times: LaneTimes, { decided, perRow }: Committed): void => {
  for (const { waiting, decision, took } of decided) {
    const { weight, events } = decision;
    times.charge(waiting.by, took + perRow * weight, events.length > 0 ? weight : 0);
  }
};

/** Notifies this process and the others. Charges each author their part of the deliveries here. */
const publish = (
  { directory, wakeup, liveQueues }: LanePorts,
  times: LaneTimes,
  realmId: RealmId,
  { decided, events }: Committed,
): void => {
  const position = events.at(-1)?.position;
  if (position === undefined) return;
  const before = liveQueues.deliveryTime;
  directory.committed(
    realmId,
    decided.flatMap(({ decision }) => decision.steps),
  );
  const perEvent = (liveQueues.deliveryTime - before) / events.length;
  for (const { waiting, decision } of decided)
    times.chargeDeliveries(waiting.by, perEvent * decision.events.length);
  wakeup.announce(realmId, position, events);
};

const endPolls = (ports: LanePorts, realmId: RealmId, { secrets }: Committed): void => {
  for (const { kind, userId } of secrets) if (endingSessions.has(kind)) endWaits(ports, realmId, userId);
};

/** Does what follows from a commit, and answers its callers. The change stands: nothing that goes wrong here keeps the rest from it. */
export const followCommit = (
  ports: LanePorts,
  times: LaneTimes,
  realmId: RealmId,
  committed: Committed,
): void => {
  const steps = [
    () => charge(times, committed),
    () => ports.metrics.observe("commit_events", committed.events.length, {}),
    () => publish(ports, times, realmId, committed),
    () => endPolls(ports, realmId, committed),
    () => ports.bell.ring(firstDueAt(committed.jobs)),
  ];
  for (const step of steps)
    try {
      step();
    } catch (error) {
      ports.onError(error);
    }
  for (const { settle } of committed.decided) settle();
};
