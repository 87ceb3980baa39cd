import type { Mailer } from "../../application/ports/mail/mailer";
import type { Clock } from "../../application/ports/system/clock";
import type { JobKind } from "../../domain/jobs/job";
import { millisecondsIn } from "../../domain/units/time";

/** How long a server that sent mail counts after it was last seen, in milliseconds: it may only be restarting. */
const lasting = 10 * millisecondsIn.minute;

/**
 * Whether other servers on the database send mail. Until the first look at them it counts as yes: an address that wasn't proved, or a
 * link in a log, can't be taken back.
 */
export class MailOfOthers {
  private until = Number.POSITIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  /** Takes what a look at the others found. */
  note(isSent: boolean): void {
    const now = this.clock.now();
    if (isSent) this.until = now + lasting;
    else if (this.until === Number.POSITIVE_INFINITY) this.until = now;
  }

  isSent(): boolean {
    return this.clock.now() < this.until;
  }

  /** A process's mailer, by which mail also reaches people if others send it. */
  beside(mailer: Mailer): Mailer {
    const isSent = () => this.isSent();
    return {
      get reachesPeople() {
        return mailer.reachesPeople || isSent();
      },
      send: (mail) => mailer.send(mail),
    };
  }

  /** Jobs that a process with this mailer leaves to others: it would print mail that they send. */
  leftToThem(mailer: Mailer): readonly JobKind[] {
    return !mailer.reachesPeople && this.isSent() ? ["deliver_mail"] : [];
  }
}
