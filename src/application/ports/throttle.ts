/** What is slowed down: logging in, by account and address and by address alone, and mail that strangers cause. */
export type ThrottleRule = "login" | "login_from" | "mail_to" | "mail_from";

/** Slows down whoever tries the same again and again. */
export interface Throttle {
  /** Counts a try; the milliseconds to wait, if there were too many. */
  take(rule: ThrottleRule, key: string): Promise<number | undefined>;
  /** Forgets the tries. */
  forget(rule: ThrottleRule, key: string): Promise<void>;
}
