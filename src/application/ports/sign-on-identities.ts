/** Somebody as another service knows them: its name for them stays, whatever address they have. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly subject: string;
}

/** Which account belongs to whom another service vouches for. */
export interface SignOnIdentities {
  /** The id of the account; undefined for somebody who never signed on. */
  find(realmId: number, identity: ProviderIdentity): Promise<number | undefined>;
  /** Links an account that has no link to this service yet. False where it, or the person, is linked otherwise. */
  link(realmId: number, identity: ProviderIdentity, userId: number, now: number): Promise<boolean>;
  /** Whether the account has a link to any service. */
  isLinked(realmId: number, userId: number): Promise<boolean>;
  /** Removes the links of an account. */
  unlink(realmId: number, userId: number): Promise<void>;
}
