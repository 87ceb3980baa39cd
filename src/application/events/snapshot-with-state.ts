import type { RealmId } from "../../domain/ids";
import type { RealmDirectory } from "../held-realms/realm-directory";

const mostTries = 5;

/**
 * Takes a snapshot of storage with the state at its position. `take` returns undefined if that state can't be reconstructed,
 * because a newer version logged the change. Then it takes a newer snapshot.
 */
export const snapshotWithState = async <A>(
  directory: RealmDirectory,
  realmId: RealmId,
  take: () => Promise<A | undefined>,
): Promise<A> => {
  // A snapshot must not stay open while a large realm loads.
  await directory.stateOf(realmId);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const taken = await take();
    if (taken !== undefined) return taken;
  }
  throw new Error(`No snapshot of realm ${realmId} matched a known state in ${mostTries} tries`);
};
