import type { Either } from "fp-ts/Either";
import type { RealmId, UserId } from "../../../domain/ids";

/** By how many code points a bot would store too much. */
interface DataExcess {
  readonly excess: number;
}

/** Texts that each bot stores by key. They are not part of the realm's log: nobody is notified. */
export interface BotStorage {
  /** The values of some keys, or of all; missing keys are left out. */
  read(
    realmId: RealmId,
    botId: UserId,
    keys: readonly string[] | undefined,
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Stores all of the values. Fails, and stores none, if keys and values together would exceed the limit, in code points.
   * The limit holds under concurrent writes.
   */
  write(
    realmId: RealmId,
    botId: UserId,
    values: ReadonlyMap<string, string>,
    limit: number,
  ): Promise<Either<DataExcess, undefined>>;
  /** How much these bots store together, in code points of keys and values. */
  usedBy(realmId: RealmId, botIds: readonly UserId[]): Promise<number>;
  /** Removes some keys, or all. Returns false, and removes none, if one of them is missing. */
  remove(realmId: RealmId, botId: UserId, keys: readonly string[] | undefined): Promise<boolean>;
}
