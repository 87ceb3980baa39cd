import type { RealmId, UserId } from "../../../domain/ids";

/** Derives API keys from a secret of the server, so that storage holds none that could be stolen. */
export interface ApiKeys {
  /** The key of a user at a version: 32 letters and digits. */
  keyOf(realmId: RealmId, userId: UserId, version: number): string;
  /** Compares in constant time. */
  isKeyOf(realmId: RealmId, userId: UserId, version: number, candidate: string): boolean;
  /** The token by which an outgoing webhook bot's server recognizes calls of this one. It never changes. */
  webhookTokenOf(realmId: RealmId, botId: UserId): string;
}
