import type { RealmId, UserId } from "../../domain/ids";
import { isShortOfIds, positionOf } from "../../domain/queues/event-queue";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LocalQueues } from "./live-queue";

/** A realm where signals and heartbeats of a queue have used up half of the ids at the log's newest position. */
export interface IdShortage {
  readonly realmId: RealmId;
  readonly position: number;
  /** The queue's user, or one of them if several queues are short of ids. */
  readonly userId: UserId;
}

/** The shortages among the queues on this node, one for each realm. */
export const idShortages = (
  queues: LocalQueues,
  directory: Pick<RealmDirectory, "positionOf">,
): Iterable<IdShortage> => {
  const byRealm = new Map<RealmId, IdShortage>();
  for (const { realmId, lastId, queue } of queues.all())
    if (isShortOfIds(lastId) && !byRealm.has(realmId)) {
      const position = positionOf(lastId);
      if (position === directory.positionOf(realmId))
        byRealm.set(realmId, { realmId, position, userId: queue.userId });
    }
  return byRealm.values();
};
