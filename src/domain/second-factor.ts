import type { Realm } from "./realm";
import type { User } from "./user";

export const secondFactorKinds = ["app", "passkey"] as const;
/** An app that shows codes, or a passkey. */
type SecondFactorKind = (typeof secondFactorKinds)[number];

/** What somebody logs in with besides their password. */
export interface SecondFactor {
  readonly id: string;
  readonly kind: SecondFactorKind;
  readonly name: string;
  /** What it is checked with, which only the server can read. */
  readonly sealed: string;
  /** Grows with each use, so that none counts twice: an app's time step, or what a passkey counts; 0 if it doesn't. */
  readonly counter: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds; null for one that was never used. */
  readonly lastUsedAt: number | null;
}

export const secondFactorLimits = {
  /** Of one user. */
  most: 10,
  /** In code points. */
  nameLength: 60,
  recoveryCodes: 10,
} as const;

/** Whether somebody may do nothing but set up a second factor, because their organization requires one. */
export const mustAddFactor = (realm: Realm, user: User): boolean =>
  realm.settings.requireTwoFactors && user.bot === null && user.secondFactors === 0;
