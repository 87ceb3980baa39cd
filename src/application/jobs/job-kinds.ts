import type { JobKind } from "../../domain/job";
import type { sendMessage } from "../messages/send-message";
import { answerAsBot } from "../webhooks/answer-as-bot";
import type { Workings } from "../workings";
import { callBot } from "./call-bot";
import { deliverMail } from "./deliver-mail";
import { type RunnableKind, runnable } from "./job-handler";
import { mailMissedMessages } from "./mail-missed-messages";
import { notifyDevices } from "./notify-devices";
import { sendPush } from "./send-push";
import { sendScheduledMessage } from "./send-scheduled-message";

/** The handler of every kind of job. */
export const runnableKinds = (
  workings: Workings,
  send: ReturnType<typeof sendMessage>,
): Readonly<Record<JobKind, RunnableKind>> => ({
  deliver_mail: runnable(deliverMail(workings)),
  call_bot: runnable(callBot({ ...workings, answer: answerAsBot(send) })),
  notify_devices: runnable(notifyDevices(workings)),
  send_push: runnable(sendPush(workings)),
  send_scheduled_message: runnable(sendScheduledMessage({ ...workings, send })),
  mail_missed_messages: runnable(mailMissedMessages(workings)),
});
