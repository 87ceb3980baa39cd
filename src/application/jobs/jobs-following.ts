import type { RealmEvent } from "../../domain/event";
import type { JobOrder } from "../../domain/job";
import type { RealmState } from "../../domain/realm-state";
import { deviceJobs } from "../push/device-news";
import { botCallJob } from "./call-bot";
import { missedInChannelJobs } from "./find-missed-in-channel";
import { missedJobs } from "./find-missed-messages";
import { reminderJob, reminderWithdrawal } from "./send-reminder";
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
        ...missedJobs(event, after, now),
        ...missedInChannelJobs(event, after, now),
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
    case "reminder_added":
      return [reminderJob(event.userId, event.reminder)];
    case "reminder_removed":
      return [reminderWithdrawal(event.userId, event.reminderId)];
    default:
      return deviceJobs(event, after, now);
  }
};
