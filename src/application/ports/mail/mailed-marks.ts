import type { JobId, MessageId, RealmId, UserId } from "../../../domain/ids";

/** How far a user has been mailed about missed messages. */
export interface MailedMark {
  /** The newest message that a mail has considered. */
  readonly upTo: MessageId;
  /** The newest one that the mail before it had considered, 0 if there was none. */
  readonly after: MessageId;
  /** The job that wrote the last mail. If it runs again, its mail may not have been sent. */
  readonly jobId: JobId;
}

/** Remembers how far users have been mailed about missed messages, so that no mail repeats another. */
export interface MailedMarks {
  find(realmId: RealmId, userId: UserId): Promise<MailedMark | undefined>;
  set(realmId: RealmId, userId: UserId, mark: MailedMark): Promise<void>;
}
