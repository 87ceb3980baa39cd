import type { RealmEvent } from "../../domain/events/event";
import type { JobOrder } from "../../domain/jobs/job";
import type { RealmState } from "../../domain/state/realm-state";
import { archivedJobs } from "../messages/mark-archived-as-read";
import { mutingJobs } from "../messages/mark-muted-as-read";
import { missedInChannelJobs } from "../missed-messages/find-missed-in-channel";
import { missedJobs } from "../missed-messages/find-missed-messages";
import { deviceJobs } from "../push/shared/device-update";
import { reminderJob, reminderWithdrawal } from "../reminders/send-reminder";
import { scheduledJob, scheduledWithdrawal } from "../scheduled-messages/send-scheduled-message";
import { botCallJob } from "../webhooks/call-bot";

/**
 * The jobs that follow from an event, enqueued in its commit: this is the one place that decides them.
 * `after` is the state just after the event, `now` in Unix milliseconds. Most events have none.
 */
export const jobsFollowing = (event: RealmEvent, after: RealmState, now: number): readonly JobOrder[] => {
  switch (event.type) {
    case "message_sent":
      return [
        ...(event.botCalls ?? []).map((call) => botCallJob(after, event.message.id, call, now)),
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
    case "channel_changed":
      return archivedJobs(event, now);
    case "muted_users_set":
      return mutingJobs(event, now);
    case "reminder_added":
      return [reminderJob(event.userId, event.reminder)];
    case "reminder_removed":
      return [reminderWithdrawal(event.userId, event.reminderId)];
    default:
      return deviceJobs(event, after, now);
  }
};
