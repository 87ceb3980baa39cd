export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends mail. It is handed over when the call returns; whether it arrives is not known. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
