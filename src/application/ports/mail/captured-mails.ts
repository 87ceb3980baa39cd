/** A captured mail. */
export interface CapturedMail {
  readonly id: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Unix milliseconds. */
  readonly sentAt: number;
}

/** The mails of a development server, captured instead of sent. */
export interface CapturedMails {
  /** The newest first. */
  list(): Promise<readonly CapturedMail[]>;
}
