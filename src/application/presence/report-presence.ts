import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { afterReport, presenceHistoryDays, presenceStatuses } from "../../domain/presence";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { LiveQueues } from "../events/live-queues";
import type { Clock } from "../ports/clock";
import type { Wakeup } from "../ports/wakeup";
import type { RealmDirectory } from "../realm-directory";
import type { PresenceBoard, PresenceNews } from "./presence-board";

interface PresenceReport {
  readonly status: string;
  /** Whether the answer is of no interest. */
  readonly pingOnly: boolean;
  /** The update id of the answer before; -1 for everyone who was here lately. */
  readonly lastUpdateId: number;
  readonly historyDays: number | undefined;
}

/** What whoever reports learns of the others. */
export interface PresenceAnswer extends PresenceNews {
  readonly state: RealmState;
  readonly reader: User;
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly presence: PresenceBoard;
  readonly liveQueues: LiveQueues;
  readonly wakeup: Wakeup;
  readonly clock: Clock;
}

/** Above this many people, news of who comes is left to the next poll: each would go to everyone at once. */
const mostToldAtOnce = 100;

const isSmall = ({ users }: RealmState): boolean => {
  let count = 0;
  for (const user of users.values()) if (user.isActive && user.bot === null) count += 1;
  return count <= mostToldAtOnce;
};

/** Takes a person's own presence, and answers with the others' since they last asked. */
export const reportPresence =
  ({ directory, presence, liveQueues, wakeup, clock }: Ports) =>
  (caller: Caller, { status, pingOnly, lastUpdateId, historyDays }: PresenceReport): Result<PresenceAnswer> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await directory.of(realmId);
    const found = callerIn(state, caller);
    if (isLeft(found)) return found;
    const reader = found.right;
    const known = presenceStatuses.find((one) => one === status);
    if (known === undefined) return left(badRequest(`Invalid status: ${status}`));
    const now = clock.now();
    if (reader.settings.presenceEnabled) {
      const news = await presence.report(realmId, userId, (before) => afterReport(before, known, now));
      if (news) {
        const signal = {
          ...({ type: "presence_changed", userId, presence: news.presence } as const),
          isArrival: news.isArrival && isSmall(state),
        };
        if (signal.isArrival) liveQueues.signal(realmId, state, signal);
        wakeup.signal(realmId, signal);
      }
    }
    const none = { presences: new Map(), lastUpdateId };
    const answer = pingOnly
      ? none
      : await presence.since(realmId, lastUpdateId, historyDays ?? presenceHistoryDays);
    return right({ ...answer, state, reader });
  };
