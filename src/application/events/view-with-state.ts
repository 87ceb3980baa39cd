import type { RealmId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { RealmSnapshots, RealmView } from "../ports/events/realm-snapshots";

interface Ports {
  readonly directory: RealmDirectory;
  readonly snapshots: RealmSnapshots;
}

const mostTries = 5;

/**
 * Runs reads on a snapshot, with the state at its position. If that state can't be reconstructed, because a
 * newer version logged the change, it takes a newer snapshot.
 */
export const viewWithState = async <A>(
  { directory, snapshots }: Ports,
  realmId: RealmId,
  read: (view: RealmView, state: RealmState) => Promise<A>,
): Promise<A> => {
  // A snapshot must not stay open while a large realm loads.
  await directory.stateOf(realmId);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await snapshots.view(realmId, async (view) => {
      const state = await directory.at(realmId, view.position);
      return state && { value: await read(view, state) };
    });
    if (found) return found.value;
  }
  throw new Error(`No snapshot of realm ${realmId} matched a known state in ${mostTries} tries`);
};
