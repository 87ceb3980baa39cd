import type { RealmEvent } from "../../domain/event";
import type { JobOrder } from "../../domain/job";
import type { RealmState } from "../../domain/realm-state";
import { findMissed } from "../mail/find-missed";
import { deviceJobs } from "../push/device-news";
import { botCallJob } from "./call-bot";
import { missedJob } from "./mail-missed-messages";
import { scheduledJob, scheduledWithdrawal } from "./send-scheduled-message";

/**
 * The work that follows from an event, enqueued in its commit: the one place that decides it. `after` is the state
 * just after the event, `now` in Unix milliseconds. Most events are followed by none.
 */
export const jobsFollowing = (event: RealmEvent, after: RealmState, now: number): readonly JobOrder[] => {
  switch (event.type) {
    case "message_sent":
      return [
        ...(event.botCalls ?? []).map((call) => botCallJob(event.message.id, call, now)),
        ...findMissed(after, event).map(missedJob),
        ...deviceJobs(event, after, now),
      ];
    case "scheduled_set": {
      const { userId, scheduled } = event;
      return [
        scheduled.failure === null
          ? scheduledJob(userId, scheduled)
          : scheduledWithdrawal(userId, scheduled.id),
      ];
    }
    case "scheduled_removed":
      return [scheduledWithdrawal(event.userId, event.scheduledId)];
    default:
      return deviceJobs(event, after, now);
  }
};
