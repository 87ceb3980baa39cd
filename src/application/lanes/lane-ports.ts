import type { LiveQueues } from "../events/live-queues";
import type { JobBell } from "../jobs/job-bell";
import type { Clock } from "../ports/clock";
import type { EventStore } from "../ports/event-store";
import type { MessageRenderer } from "../ports/message-renderer";
import type { Metrics } from "../ports/metrics";
import type { Wakeup } from "../ports/wakeup";
import type { RealmDirectory } from "../realm-directory";
import type { Readers } from "../transaction";

/** What lanes need. */
export interface LanePorts extends Readers {
  readonly eventStore: EventStore;
  readonly directory: RealmDirectory;
  readonly clock: Clock;
  readonly wakeup: Wakeup;
  readonly liveQueues: Pick<LiveQueues, "wake">;
  readonly renderer: MessageRenderer;
  readonly metrics: Metrics;
  /** Takes what goes wrong beside a change. */
  readonly onError: (error: unknown) => void;
  /** Rings after a commit that asked for jobs. */
  readonly bell: Pick<JobBell, "ring">;
}
