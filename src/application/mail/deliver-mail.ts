import * as E from "fp-ts/Either";
import type { Mail } from "../../domain/mail/mail";
import { afterMinutes, done, type JobHandler } from "../jobs/job-handler";
import type { ServiceFailures } from "../monitoring/service-failures";
import type { Mailer } from "../ports/mail/mailer";
import { mailPayload } from "./mail-payload";

interface Ports {
  readonly mailer: Mailer;
  readonly serviceFailures: Pick<ServiceFailures, "report">;
}

/** Hands a mail to the mail server. A permanent refusal isn't retried. */
export const deliverMail = ({ mailer, serviceFailures }: Ports): JobHandler<Mail> => ({
  payload: mailPayload,
  // An organization gets at most a third of them for each share.
  atOnce: 15,
  atOnceEach: 5,
  delayAfter: afterMinutes([1, 5, 15, 60, 240, 720, 1440]),
  run: async ({ payload }) => {
    const sent = await mailer.send(payload);
    if (!E.isLeft(sent)) return done;
    const { reason } = sent.left;
    serviceFailures.report("A mail was refused", reason);
    return { kind: "hopeless", error: reason };
  },
});
