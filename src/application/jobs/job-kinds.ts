import { together } from "../together";
import { callBot } from "./call-bot";
import { deleteSentMessages } from "./delete-sent-messages";
import { deliverMail } from "./deliver-mail";
import { findMissedInChannel } from "./find-missed-in-channel";
import { findMissedMessages } from "./find-missed-messages";
import { type JobHandler, type RunnableKind, runnable } from "./job-handler";
import { mailMissedMessages } from "./mail-missed-messages";
import { mailResetLink } from "./mail-reset-link";
import { moveRest } from "./move-rest";
import { notifyDevices } from "./notify-devices";
import { sendOtherNotices } from "./send-notices";
import { sendPush } from "./send-push";
import { sendReminder } from "./send-reminder";
import { sendScheduledMessage } from "./send-scheduled-message";

/** A handler of jobs, as the runner sees it. */
const runs =
  <Services, Payload>(handler: (services: Services) => JobHandler<Payload>) =>
  (services: Services): RunnableKind =>
    runnable(handler(services));

/** The handler of every kind of job. */
export const runnableKinds = together({
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
  move_rest: runs(moveRest),
  send_notices: runs(sendOtherNotices),
});
