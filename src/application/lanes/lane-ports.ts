import type { RealmDirectory } from "../held-realms/realm-directory";
import type { JobBell } from "../jobs/job-bell";
import type { EventStore } from "../ports/events/event-store";
import type { Wakeup } from "../ports/events/wakeup";
import type { SessionStore } from "../ports/login/session-store";
import type { MessageRenderer } from "../ports/messages/message-renderer";
import type { Clock } from "../ports/system/clock";
import type { Metrics } from "../ports/system/metrics";
import type { Tracing } from "../ports/system/tracing";
import type { LiveQueues } from "../queues/live-queues";
import type { Readers } from "../transaction";

/** The ports of lanes. */
export interface LanePorts extends Readers {
  readonly eventStore: EventStore;
  readonly directory: RealmDirectory;
  readonly clock: Clock;
  readonly sessions: Pick<SessionStore, "among">;
  readonly wakeup: Wakeup;
  readonly liveQueues: Pick<LiveQueues, "deliveryTime" | "wake">;
  readonly renderer: MessageRenderer;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Receives errors that don't affect the change. */
  readonly onError: (error: unknown) => void;
  /** Rings after a commit that enqueued jobs. */
  readonly bell: Pick<JobBell, "ring">;
}
