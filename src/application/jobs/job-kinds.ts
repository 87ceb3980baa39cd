import type { JobKind } from "../../domain/job";
import { callBot } from "./call-bot";
import { deliverMail } from "./deliver-mail";
import { type RunnableKind, runnable } from "./job-handler";
import { mailMissedMessages } from "./mail-missed-messages";
import { notifyDevices } from "./notify-devices";
import { sendPush } from "./send-push";
import { sendScheduledMessage } from "./send-scheduled-message";

type Services = Parameters<typeof callBot>[0] &
  Parameters<typeof deliverMail>[0] &
  Parameters<typeof mailMissedMessages>[0] &
  Parameters<typeof notifyDevices>[0] &
  Parameters<typeof sendPush>[0] &
  Parameters<typeof sendScheduledMessage>[0];

/** The handler of every kind of job. */
export const runnableKinds = (services: Services): Readonly<Record<JobKind, RunnableKind>> => ({
  deliver_mail: runnable(deliverMail(services)),
  call_bot: runnable(callBot(services)),
  notify_devices: runnable(notifyDevices(services)),
  send_push: runnable(sendPush(services)),
  send_scheduled_message: runnable(sendScheduledMessage(services)),
  mail_missed_messages: runnable(mailMissedMessages(services)),
});
