import type { RealmId } from "../../domain/ids";

/** Runs work with the same key one at a time, in order of arrival. */
export class KeyedMutex {
  private readonly last = new Map<RealmId, Promise<unknown>>();

  runExclusive<A>(key: number, run: () => Promise<A>): Promise<A> {
    const done = (this.last.get(key) ?? Promise.resolve()).then(run, run);
    this.last.set(key, done);
    const unlock = (): void => {
      if (this.last.get(key) === done) this.last.delete(key);
    };
    done.then(unlock, unlock);
    return done;
  }
}
