import { Map as PersistentMap } from "immutable";
import type { Channel } from "../channels/channel";

const fold = (name: string): string => name.toLowerCase();

/** Finds channels by name, ignoring case. */
export class ChannelNames {
  static readonly empty = new ChannelNames(PersistentMap());

  private constructor(private readonly ids: PersistentMap<string, number>) {}

  idOf(name: string): number | undefined {
    return this.ids.get(fold(name));
  }

  /** Each pair holds a channel before and after; undefined where it did not or does not exist. */
  changed(changes: Iterable<readonly [before: Channel | undefined, now: Channel | undefined]>): ChannelNames {
    const ids = this.ids.withMutations((mutable) => {
      for (const [before, now] of changes) {
        if (before && mutable.get(fold(before.name)) === before.id) mutable.delete(fold(before.name));
        if (now) mutable.set(fold(now.name), now.id);
      }
    });
    return ids === this.ids ? this : new ChannelNames(ids);
  }
}
