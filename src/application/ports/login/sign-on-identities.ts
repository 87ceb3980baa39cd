import type { RealmId, UserId } from "../../../domain/ids";

/** A user's identity at another service: its subject stays the same whatever address the user has. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly subject: string;
}

/** Links accounts to identities at other services. */
export interface SignOnIdentities {
  /** The id of the linked account; undefined for an identity that never signed on. */
  find(realmId: RealmId, identity: ProviderIdentity): Promise<UserId | undefined>;
  /**
   * Links an account that has no link to this service yet. False if the account or the identity is linked
   * otherwise.
   */
  link(realmId: RealmId, identity: ProviderIdentity, userId: UserId, now: number): Promise<boolean>;
  /** Whether the account is linked to any service. */
  isLinked(realmId: RealmId, userId: UserId): Promise<boolean>;
  /** Removes the account's links. */
  unlink(realmId: RealmId, userId: UserId): Promise<void>;
}
