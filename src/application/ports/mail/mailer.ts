import type { Either } from "fp-ts/Either";
import type { Mail } from "../../../domain/mail/mail";

/** The mail server refuses this mail permanently: retrying is useless. */
export interface MailRefused {
  readonly kind: "refused";
  /** The mail server's words. */
  readonly reason: string;
}

/** Sends mail. */
export interface Mailer {
  /** Whether people can read what it sends: not where it only prints mails to the server's log. */
  readonly reachesPeople: boolean;
  /** A success means that the mail server accepted the mail, not that it arrived. Rejects if a retry may help. */
  send(mail: Mail): Promise<Either<MailRefused, void>>;
}
