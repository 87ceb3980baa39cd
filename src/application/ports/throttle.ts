/**
 * What is slowed down: logging in, by account and network, by network alone, and by account from anywhere; guesses
 * at the password of whoever is logged in; codes of second factors, in minutes and in days; mail that strangers cause,
 * to an address by who causes it and by anyone, and from a network; what a bot that is set up wrongly tells its owner;
 * what the audit log gets to know of wrong passwords; summaries; and changes of groups that people are told of.
 * `known_network` keeps whence an account logged in. `once` lets each key through once: what must not be used twice
 * within minutes.
 */
export type ThrottleRule =
  | "login"
  | "login_from"
  | "login_to"
  | "password"
  | "second_factor"
  | "second_factor_daily"
  | "recovery_code"
  | "once"
  | "guess_notice"
  | "mail_to"
  | "mail_to_anywhere"
  | "mail_from"
  | "bot_notice"
  | "summary"
  | "group_notice"
  | "refused_login"
  | "refused_login_noted"
  | "known_network";

/** Slows down whoever tries the same again and again, on whichever node. Keys may be of any length. */
export interface Throttle {
  /** Counts a try; the milliseconds to wait, if there were too many. */
  take(rule: ThrottleRule, key: string): Promise<number | undefined>;
  /** Whether there were as many tries as may be. Counts nothing. */
  isUsedUp(rule: ThrottleRule, key: string): Promise<boolean>;
  /** Forgets the tries. */
  forget(rule: ThrottleRule, key: string): Promise<void>;
}
