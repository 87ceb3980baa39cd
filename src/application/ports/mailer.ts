import type { Mail } from "../../domain/letter";

/** The mail server will never take this mail: there is no use in trying again. */
export class MailRefused extends Error {}

/** Sends mail. It is handed over when the call returns; whether it arrives is not known. */
export interface Mailer {
  /** Fails with MailRefused, or with any other error where trying again later may help. */
  send(mail: Mail): Promise<void>;
}
