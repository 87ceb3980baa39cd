/**
 * Every kind of work that follows a commit or a time. Jobs wait in storage through upgrades, so a kind that was
 * ever released keeps its name and its payload readable.
 */
export const jobKinds = [
  "deliver_mail",
  "mail_reset_link",
  "call_bot",
  "notify_devices",
  "send_push",
  "send_scheduled_message",
  "send_reminder",
  "mail_missed_messages",
  "delete_sent_messages",
  "move_rest",
  "send_notices",
  "find_missed_messages",
  "find_missed_in_channel",
] as const;
/** What a job does; each kind has one handler. */
export type JobKind = (typeof jobKinds)[number];

/** Work to be done once its commit stands and its time has come. */
export interface NewJob {
  readonly kind: JobKind;
  /** Written as JSON. The kind's handler decodes it before it runs. */
  readonly payload: unknown;
  /** Unix milliseconds. */
  readonly dueAt: number;
  /** At most one job of a realm, kind and key waits at a time. A job that is running doesn't count. */
  readonly key?: string;
  /** Whether this job takes the place of the one that waits under its key. Otherwise that one stays as it is. */
  readonly replaces?: boolean;
  /** Jobs of one realm, kind and lane run one at a time, the one due first before the others. */
  readonly lane?: string;
  /** Whether storage must not show what the payload says. */
  readonly isSecret?: boolean;
}

/** Takes back the job that waits under a key, if one does. */
export interface JobWithdrawal {
  readonly withdraws: string;
  readonly kind: JobKind;
}

/** What a change asks of the job queue. */
export type JobOrder = NewJob | JobWithdrawal;

/** When the first of the jobs is due, in Unix milliseconds; Infinity where there is none. */
export const firstDueAt = (orders: readonly JobOrder[]): number =>
  orders.reduce(
    (first, order) => (isWithdrawal(order) ? first : Math.min(first, order.dueAt)),
    Number.POSITIVE_INFINITY,
  );

/** Whether the order takes a job back. */
export const isWithdrawal = (order: JobOrder): order is JobWithdrawal => "withdraws" in order;
