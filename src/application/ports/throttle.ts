/**
 * What is slowed down: logging in, by account and network, by network alone, and by account from anywhere; guesses
 * at the password of whoever is logged in; mail that strangers cause, to an address by who causes it and by
 * anyone, and from a network; and what a bot that is set up wrongly tells its owner.
 */
export type ThrottleRule =
  | "login"
  | "login_from"
  | "login_to"
  | "password"
  | "mail_to"
  | "mail_to_anywhere"
  | "mail_from"
  | "bot_notice";

/** Slows down whoever tries the same again and again, on whichever node. Keys may be of any length. */
export interface Throttle {
  /** Counts a try; the milliseconds to wait, if there were too many. */
  take(rule: ThrottleRule, key: string): Promise<number | undefined>;
  /** Forgets the tries. */
  forget(rule: ThrottleRule, key: string): Promise<void>;
}
