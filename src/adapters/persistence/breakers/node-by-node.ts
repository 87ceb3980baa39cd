import type { EventLog } from "../../../application/ports/events/event-log";
import type { EventQueueStore } from "../../../application/ports/events/event-queue-store";
import type { PresenceStore } from "../../../application/ports/users/presence-store";
import type { RealmBreakers } from "./realm-breakers";

interface OfRealm {
  readonly realmId: number;
}

const realmOf = ({ realmId }: OfRealm): number => realmId;

/** Writes on each node that answers, and rejects if one doesn't. */
const write = async <Item extends OfRealm>(
  realms: RealmBreakers,
  items: readonly Item[],
  make: (items: readonly Item[]) => Promise<void>,
): Promise<void> => {
  const { failure } = await realms.callEachNode(items, realmOf, make);
  if (failure !== undefined) throw failure;
};

/** Reads heads node by node, and leaves out a silent node's: realms on the others must be able to catch up. */
export const logOfEachNode = (log: EventLog, realms: RealmBreakers): EventLog => ({
  ...log,
  heads: async (realmIds) => {
    const { answers } = await realms.callEachNode(realmIds, (realmId) => realmId, log.heads);
    return new Map(answers.flatMap((heads) => [...heads]));
  },
  prune: (logs, loggedBefore) => write(realms, logs, (some) => log.prune(some, loggedBefore)),
});

/** Stores how far clients have come on each node that answers: a silent one mustn't let other realms' queues expire. */
export const queuesOfEachNode = (store: EventQueueStore, realms: RealmBreakers): EventQueueStore => ({
  ...store,
  touch: async (seen) => (await realms.callEachNode(seen, realmOf, store.touch)).answers.flat(),
});

export const presencesOfEachNode = (store: PresenceStore, realms: RealmBreakers): PresenceStore => ({
  ...store,
  save: (presences) => write(realms, presences, store.save),
});
