import type { Mail } from "../../domain/letter";
import { type Mailer, MailRefused } from "../ports/mailer";
import { afterDelays, done, type JobHandler } from "./job-handler";
import { mailPayload } from "./mail-payload";

interface Ports {
  readonly mailer: Mailer;
  readonly onError: (error: unknown) => void;
}

const minute = 60_000;

/** Hands a mail to the mail server. What that refuses for good isn't tried again. */
export const deliverMail = ({ mailer, onError }: Ports): JobHandler<Mail> => ({
  payload: mailPayload,
  atOnce: 5,
  delayAfter: afterDelays([1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * minute)),
  run: async ({ payload }) => {
    try {
      await mailer.send(payload);
      return done;
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      onError(error);
      return { kind: "hopeless", error: String(error) };
    }
  },
});
