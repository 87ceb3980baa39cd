import type { RealmId } from "../../domain/ids";

/** Runs work with the same key one at a time, in order of arrival. */
export class KeyedTurns {
  private readonly last = new Map<RealmId, Promise<unknown>>();

  take<A>(key: number, run: () => Promise<A>): Promise<A> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(run, run);
    this.last.set(key, turn);
    const leave = (): void => {
      if (this.last.get(key) === turn) this.last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  }
}
