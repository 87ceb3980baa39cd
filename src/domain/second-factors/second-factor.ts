import type { Realm } from "../realm/realm";
import type { User } from "../users/user";

export const secondFactorKinds = ["app", "passkey"] as const;
/** An authenticator app, or a passkey. */
type SecondFactorKind = (typeof secondFactorKinds)[number];

/** A second factor that a user needs in addition to the password. */
export interface SecondFactor {
  readonly id: string;
  readonly kind: SecondFactorKind;
  readonly name: string;
  /** The secret that verifies it, sealed so that only the server reads it. */
  readonly sealed: string;
  /**
   * Grows with each use, against replay: an app's time step, or a passkey's counter; 0 if the passkey doesn't count.
   */
  readonly counter: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds; null if it was never used. */
  readonly lastUsedAt: number | null;
}

export const secondFactorLimits = {
  /** Per user. */
  most: 10,
  /** In code points. */
  nameLength: 60,
  recoveryCodes: 10,
} as const;

/** Whether the user must set up a second factor before anything else, because the organization requires one. */
export const mustAddFactor = (realm: Realm, user: User): boolean =>
  realm.settings.requireTwoFactors && user.bot === null && user.secondFactors === 0;
