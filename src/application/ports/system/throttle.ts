/**
 * What is throttled: logins by account and network, by network alone, and by account from anywhere; guesses
 * at a logged-in user's password; second-factor codes, by the minute and by the day; mail caused by strangers, by
 * recipient and network, by recipient, and by network; reports to the owner of a misconfigured bot, by bot
 * and by owner; audit entries about wrong passwords; summaries; and subscriptions and group changes that notify
 * users. `known_network` records the networks that an account logged in from. `once` lets each key through a single
 * time, for values that must not be used twice within minutes.
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
  | "bot_notices"
  | "summary"
  | "group_notice"
  | "subscription_notice"
  | "refused_login"
  | "refused_login_noted"
  | "known_network";

/** Limits repeated attempts across all nodes. Keys may be of any length. */
export interface Throttle {
  /** Counts an attempt; returns the milliseconds to wait if there were too many. */
  take(rule: ThrottleRule, key: string): Promise<number | undefined>;
  /** Whether the limit of attempts is reached. Counts nothing. */
  isUsedUp(rule: ThrottleRule, key: string): Promise<boolean>;
  /** Resets the attempts. */
  forget(rule: ThrottleRule, key: string): Promise<void>;
}
