import { completeDeactivation } from "../accounts/complete-deactivation";
import { bindUseCases } from "../bind-use-cases";
import { type JobHandler, type RunnableKind, runnable } from "../jobs/job-handler";
import { deliverMail } from "../mail/deliver-mail";
import { continueMove } from "../messages/continue-move";
import { deleteSentMessages } from "../messages/delete-sent-messages";
import { markArchivedAsRead } from "../messages/mark-archived-as-read";
import { markMutedAsRead } from "../messages/mark-muted-as-read";
import { findMissedInChannel } from "../missed-messages/find-missed-in-channel";
import { findMissedMessages } from "../missed-messages/find-missed-messages";
import { mailMissedMessages } from "../missed-messages/mail-missed-messages";
import { sendOtherNotices } from "../notices/send-notices";
import { mailResetLink } from "../passwords/mail-reset-link";
import { emptyProfileField } from "../profile-fields/empty-profile-field";
import { notifyDevices } from "../push/notify-devices";
import { sendPush } from "../push/send-push";
import { sendReminder } from "../reminders/send-reminder";
import { sendScheduledMessage } from "../scheduled-messages/send-scheduled-message";
import { callBot } from "../webhooks/call-bot";

/** A job handler as the runner sees it. */
const runs =
  <Services, Payload>(handler: (services: Services) => JobHandler<Payload>) =>
  (services: Services): RunnableKind =>
    runnable(handler(services));

/** The handler of every kind of job. */
export const runnableKinds = bindUseCases({
  deliver_mail: runs(deliverMail),
  mail_reset_link: runs(mailResetLink),
  call_bot: runs(callBot),
  notify_devices: runs(notifyDevices),
  send_push: runs(sendPush),
  send_reminder: runs(sendReminder),
  send_scheduled_message: runs(sendScheduledMessage),
  mail_missed_messages: runs(mailMissedMessages),
  find_missed_messages: runs(findMissedMessages),
  find_missed_in_channel: runs(findMissedInChannel),
  delete_sent_messages: runs(deleteSentMessages),
  move_rest: runs(continueMove),
  send_notices: runs(sendOtherNotices),
  empty_profile_field: runs(emptyProfileField),
  deactivate_bots: runs(completeDeactivation),
  mark_archived_as_read: runs(markArchivedAsRead),
  mark_muted_as_read: runs(markMutedAsRead),
});
