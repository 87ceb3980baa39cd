/** Texts that bots keep by key, each its own. They are no part of the realm's log: nobody else hears of them. */
export interface BotStorage {
  /** The values of some keys, or of all; keys that aren't there are left out. */
  read(
    realmId: number,
    botId: number,
    keys: readonly string[] | undefined,
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Keeps all of the values, or none where keys and values together would be longer than the limit, in code
   * points; tells by how much they would. However many do so at once, the limit holds.
   */
  write(
    realmId: number,
    botId: number,
    values: ReadonlyMap<string, string>,
    limit: number,
  ): Promise<{ readonly excess: number }>;
  /** Removes some keys, or all; none where any of them isn't there, and says so. */
  remove(realmId: number, botId: number, keys: readonly string[] | undefined): Promise<boolean>;
}
