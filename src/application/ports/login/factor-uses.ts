import type { RealmId, UserId } from "../../../domain/ids";

/**
 * Records uses of second factors, so that each code counts once: of two requests with the same code, on any
 * nodes, only one succeeds.
 */
export interface FactorUses {
  /** Records a use. False if the counter is not above the last one, or the factor was removed. */
  use(realmId: RealmId, userId: UserId, factorId: string, counter: number, now: number): Promise<boolean>;
  /** Uses up a recovery code, by its hash. False if the user has no such code. */
  useRecoveryCode(realmId: RealmId, userId: UserId, hash: string): Promise<boolean>;
}
