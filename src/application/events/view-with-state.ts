import type { RealmState } from "../../domain/realm-state";
import type { RealmSnapshots, RealmView } from "../ports/realm-snapshots";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly snapshots: RealmSnapshots;
}

const mostTries = 5;

/**
 * Runs reads on a snapshot, with the state at its position. Where that state can't be found any more, because a node of
 * a newer version logged what leads back to it, a newer snapshot is taken.
 */
export const viewWithState = async <A>(
  { directory, snapshots }: Ports,
  realmId: number,
  read: (view: RealmView, state: RealmState) => Promise<A>,
): Promise<A> => {
  // A snapshot must not stay open while a large realm is loaded.
  await directory.of(realmId);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await snapshots.view(realmId, async (view) => {
      const state = await directory.at(realmId, view.position);
      return state && { value: await read(view, state) };
    });
    if (found) return found.value;
  }
  throw new Error(`Realm ${realmId} has no state at the positions of its snapshots`);
};
