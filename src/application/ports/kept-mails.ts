/** A mail as it would have been sent. */
export interface KeptMail {
  readonly id: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Unix milliseconds. */
  readonly sentAt: number;
}

/** Mail of a development server, which goes nowhere else. */
export interface KeptMails {
  /** The newest first. */
  list(): Promise<readonly KeptMail[]>;
}
