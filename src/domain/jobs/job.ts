import { oneOf } from "../codec/codec";

/**
 * Every kind of work that follows a commit or a time. Jobs wait in storage through upgrades: a released kind
 * must retain its name and a readable payload.
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
  "empty_profile_field",
  "deactivate_bots",
  "mark_archived_as_read",
  "mark_muted_as_read",
] as const;
/** Each kind has one handler. */
export type JobKind = (typeof jobKinds)[number];

export const jobKindCodec = oneOf(...jobKinds);

/** Work to do after its commit, once it is due. */
export interface NewJob {
  readonly kind: JobKind;
  /** Stored as JSON. The kind's handler decodes it before it runs. */
  readonly payload: unknown;
  /** Unix milliseconds. */
  readonly dueAt: number;
  /** At most one job of a realm, kind and key waits at a time. A running job doesn't count. */
  readonly key?: string;
  /** Whether this job replaces the waiting job with its key. Otherwise the waiting one stays. */
  readonly replaces?: boolean;
  /** Jobs of one realm, kind and lane run one at a time, the earliest due first. */
  readonly lane?: string;
  /**
   * Whose jobs this one counts as, for kinds that share out their places. Those without one are a share of their own.
   */
  readonly share?: string;
  /** Whether storage must encrypt the payload. */
  readonly isSecret?: boolean;
  /** The span that enqueued it, for traces. */
  readonly origin?: string;
}

/** Withdraws the waiting job with a key, if there is one. */
export interface JobWithdrawal {
  readonly withdraws: string;
  readonly kind: JobKind;
}

/** What a change orders from the job queue. */
export type JobOrder = NewJob | JobWithdrawal;

/** When the first of the jobs is due, in Unix milliseconds; Infinity if there are none. */
export const firstDueAt = (orders: readonly JobOrder[]): number =>
  orders.reduce(
    (first, order) => (isWithdrawal(order) ? first : Math.min(first, order.dueAt)),
    Number.POSITIVE_INFINITY,
  );

/** Makes the ordered jobs continue the trace of `origin`. */
export const startedBy = <Order extends JobOrder>(
  origin: string | undefined,
  orders: readonly Order[],
): readonly Order[] =>
  origin === undefined ? orders : orders.map((order) => (isWithdrawal(order) ? order : { ...order, origin }));

export const isWithdrawal = (order: JobOrder): order is JobWithdrawal => "withdraws" in order;
