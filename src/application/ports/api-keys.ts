/** API keys follow from a secret of the server, so that no stored form of them can be stolen. */
export interface ApiKeys {
  /** The key of a user at a version: 32 letters and digits. */
  keyOf(realmId: number, userId: number, version: number): string;
  /** Compares in constant time. */
  isKeyOf(realmId: number, userId: number, version: number, candidate: string): boolean;
  /** By which the server of an outgoing webhook bot knows that it is called by this one. It never changes. */
  webhookTokenOf(realmId: number, botId: number): string;
}
