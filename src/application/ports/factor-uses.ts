/**
 * Uses of second factors, each of which counts once: of two requests with the same code, on whichever nodes, one is
 * told that it is good.
 */
export interface FactorUses {
  /** Notes a use. False where the counter is no higher than at the last one, or the factor is no more. */
  use(realmId: number, userId: number, factorId: string, counter: number, now: number): Promise<boolean>;
  /** Uses a recovery code up, by its hash. False where the user has no such code. */
  useRecoveryCode(realmId: number, userId: number, hash: string): Promise<boolean>;
}
