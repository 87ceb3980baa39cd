import type { RealmId } from "../../domain/ids";
import type { EventLog } from "../ports/events/event-log";

/** The states of realms in memory, each at a position of its log. */
interface HeldRealms {
  loadedPositions(): ReadonlyMap<RealmId, number>;
  catchUp(realmId: RealmId, position: number): Promise<unknown>;
  discard(realmId: RealmId): void;
}

interface Ports {
  readonly eventLog: Pick<EventLog, "heads">;
  readonly directory: HeldRealms;
  readonly onError: (error: unknown) => void;
}

/**
 * After a long silence many realms may be behind: they take turns, so that requests find free connections.
 */
const atOnce = 2;

/**
 * Catches up the realms in memory that are behind their logs. Wake-ups are hints that may be lost, so every node does
 * this every few seconds and whenever it starts receiving from the bus. It sends one query for all realms, or none if
 * no realm is in memory. A realm that fails doesn't delay the others; the next run retries it. A realm that is ahead of
 * its log is released: after a failover the log may lack the newest events. Returns how many events this node lacked.
 */
export const compareHeads =
  ({ eventLog, directory, onError }: Ports) =>
  async (): Promise<number> => {
    const loaded = directory.loadedPositions();
    if (loaded.size === 0) return 0;
    const heads = await eventLog.heads([...loaded.keys()]);
    for (const [realmId, position] of loaded)
      if ((heads.get(realmId) ?? position) < position) directory.discard(realmId);
    const lackedOf = ([realmId, head]: readonly [RealmId, number]) => head - (loaded.get(realmId) ?? head);
    const behind = [...heads].filter((one) => lackedOf(one) > 0);
    const next = behind.values();
    const catchUpInTurn = async (): Promise<void> => {
      for (const [realmId, head] of next)
        try {
          await directory.catchUp(realmId, head);
        } catch (error) {
          onError(error);
        }
    };
    await Promise.all(Array.from({ length: atOnce }, catchUpInTurn));
    return behind.reduce((sum, one) => sum + lackedOf(one), 0);
  };
