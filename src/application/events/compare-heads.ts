import type { EventLog } from "../ports/event-log";

/** Who holds the states of realms, each at a position of its log. */
interface HeldRealms {
  loadedPositions(): ReadonlyMap<number, number>;
  catchUp(realmId: number, position: number): Promise<unknown>;
  discard(realmId: number): void;
}

interface Ports {
  readonly eventLog: Pick<EventLog, "heads">;
  readonly directory: HeldRealms;
  readonly onError: (error: unknown) => void;
}

/** After a long silence many realms may be behind: they take turns, so that requests find free connections. */
const atOnce = 2;

/**
 * Catches up the realms held here that are behind their logs. Wake-ups are hints that may be lost, so every node
 * does this every few seconds and whenever it begins to hear the bus. It asks once for all realms, or not at all
 * where none is held. A realm that fails holds up none of the others; it is tried again the next time. A realm that is
 * ahead of its log is let go: after a failover the log may lack the newest events.
 */
export const compareHeads =
  ({ eventLog, directory, onError }: Ports) =>
  async (): Promise<void> => {
    const held = directory.loadedPositions();
    if (held.size === 0) return;
    const heads = await eventLog.heads([...held.keys()]);
    for (const [realmId, position] of held)
      if ((heads.get(realmId) ?? position) < position) directory.discard(realmId);
    const behind = [...heads].filter(([realmId, head]) => head > (held.get(realmId) ?? head)).values();
    const catchUpInTurn = async (): Promise<void> => {
      for (const [realmId, head] of behind)
        try {
          await directory.catchUp(realmId, head);
        } catch (error) {
          onError(error);
        }
    };
    await Promise.all(Array.from({ length: atOnce }, catchUpInTurn));
  };
