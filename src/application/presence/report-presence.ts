import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { PresenceUpdateId } from "../../domain/ids";
import {
  afterReport,
  type PresenceUpdates,
  presenceHistoryDays,
  presenceStatuses,
} from "../../domain/presence/presence";
import type { RealmState } from "../../domain/state/realm-state";
import { invalidPresenceStatus, type StatusError } from "../../domain/users/status-refusals";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Wakeup } from "../ports/events/wakeup";
import type { Clock } from "../ports/system/clock";
import type { LiveQueues } from "../queues/live-queues";
import type { PresenceBoard } from "./presence-board";

interface PresenceReport {
  readonly status: string;
  /** Whether the client ignores the answer. */
  readonly pingOnly: boolean;
  /** The update id of the previous answer; undefined for everyone who was present lately. */
  readonly lastUpdateId: PresenceUpdateId | undefined;
  readonly historyDays: number | undefined;
}

/** The presence of others, as the reporting client receives it. */
export interface PresenceAnswer extends PresenceUpdates {
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

/** In larger realms, arrivals wait for the next poll: sending each to everyone at once costs too much. */
const mostForLiveArrivals = 100;

const isSmall = ({ users }: RealmState): boolean => {
  let count = 0;
  for (const user of users.values()) if (user.isActive && user.bot === null) count += 1;
  return count <= mostForLiveArrivals;
};

/** Records the caller's presence and returns the changes of others since the last answer. */
export const reportPresence =
  ({ directory, presence, liveQueues, wakeup, clock }: Ports) =>
  (
    caller: Caller,
    { status, pingOnly, lastUpdateId, historyDays }: PresenceReport,
  ): TaskEither<CallerError | StatusError, PresenceAnswer> =>
    readAsCaller(directory, caller, async (state, reader) => {
      const { realmId, userId } = caller;
      const known = presenceStatuses.find((one) => one === status);
      if (known === undefined) return E.left(invalidPresenceStatus(status));
      const now = clock.now();
      if (reader.settings.presenceEnabled) {
        const news = await presence.report(realmId, userId, (before) => afterReport(before, known, now));
        if (news) {
          const isArrival = news.isArrival && isSmall(state);
          const signal = { type: "presence_changed", userId, presence: news.presence, isArrival } as const;
          if (signal.isArrival) liveQueues.signal(realmId, state, signal);
          wakeup.signal(realmId, signal);
        }
      }
      const none = { presences: new Map(), lastUpdateId };
      const answer = pingOnly
        ? none
        : await presence.since(realmId, lastUpdateId, historyDays ?? presenceHistoryDays);
      return E.right({ ...answer, state, reader });
    });
