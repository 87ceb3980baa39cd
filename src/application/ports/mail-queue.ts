import type { Mail } from "../../domain/letter";

/** A mail that is due. */
export interface QueuedMail {
  readonly id: string;
  readonly mail: Mail;
  /** How often it was tried in vain. */
  readonly failures: number;
}

/** Takes mail that is to be sent when its transaction commits. */
export interface MailWriter {
  /** Sent at `dueAt` or later, in Unix milliseconds. */
  put(realmId: number, mails: readonly Mail[], dueAt: number): Promise<void>;
}

/** Mail that waits for being sent, through restarts. What it says can't be read in storage. */
export interface MailQueue extends MailWriter {
  /** Mails whose time has come, the oldest first. */
  due(realmId: number, now: number, limit: number): Promise<readonly QueuedMail[]>;
  remove(realmId: number, id: string): Promise<void>;
  /** After a failure. */
  postpone(realmId: number, id: string, dueAt: number): Promise<void>;
}
