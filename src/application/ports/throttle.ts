/** What is slowed down: logging in, by account and address and by address alone, mail that strangers cause, and what
 * a bot that is set up wrongly tells its owner. */
export type ThrottleRule = "login" | "login_from" | "mail_to" | "mail_from" | "bot_notice";

/** Slows down whoever tries the same again and again. */
export interface Throttle {
  /** Counts a try; the milliseconds to wait, if there were too many. */
  take(rule: ThrottleRule, key: string): Promise<number | undefined>;
  /** Forgets the tries. */
  forget(rule: ThrottleRule, key: string): Promise<void>;
}
