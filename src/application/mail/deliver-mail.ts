import { isLeft } from "fp-ts/Either";
import type { Mail } from "../../domain/mail/mail";
import { afterMinutes, done, type JobHandler } from "../jobs/job-handler";
import type { Mailer } from "../ports/mail/mailer";
import { mailPayload } from "./mail-payload";

interface Ports {
  readonly mailer: Mailer;
  readonly onError: (error: unknown) => void;
}

/** Hands a mail to the mail server. A permanent refusal isn't retried. */
export const deliverMail = ({ mailer, onError }: Ports): JobHandler<Mail> => ({
  payload: mailPayload,
  atOnce: 5,
  delayAfter: afterMinutes([1, 5, 15, 60, 240, 720, 1440]),
  run: async ({ payload }) => {
    const sent = await mailer.send(payload);
    if (!isLeft(sent)) return done;
    const error = new Error(sent.left.reason);
    onError(error);
    return { kind: "hopeless", error: String(error) };
  },
});
