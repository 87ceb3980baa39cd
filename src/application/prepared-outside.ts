import type { RealmParts, RealmState } from "../domain/state/realm-state";
import type { Transaction } from "./transaction";

/** How to make something slow from a state. */
export interface Preparation<A> {
  /** Everything in the state that the result depends on. States with an equal basis give the same result. */
  readonly basis: unknown;
  readonly make: () => Promise<A>;
}

/** What was made before the lane was taken, from the state at hand. */
export interface PreparedOutside<A> {
  readonly made: A;
  readonly parts: RealmParts;
  readonly basis: unknown;
}

/** Makes something slow before the lane is taken, so that nobody waits for it there. `stillPrepared` checks it in the lane. */
export const prepareOutside = async <A>(
  { parts }: RealmState,
  { basis, make }: Preparation<A>,
): Promise<PreparedOutside<A>> => ({ made: await make(), parts, basis });

/**
 * What the work's own state gives: what was made outside, unless its basis has changed. Another node may have changed it
 * before this node looked, or anybody while it was made. Then it is made again, outside the lane, and the work runs again.
 */
export const stillPrepared = <A>(
  tx: Pick<Transaction, "readOutside" | "state">,
  name: string,
  { made, parts, basis }: PreparedOutside<A>,
  prepare: () => Preparation<A>,
): A => {
  // Messages, by far the most frequent changes, leave the content of the state as it is.
  if (tx.state.parts === parts) return made;
  const again = prepare();
  const key = JSON.stringify(again.basis);
  return key === JSON.stringify(basis) ? made : tx.readOutside(`${name} ${key}`, again.make, made);
};
