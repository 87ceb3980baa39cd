import { Map as PersistentMap } from "immutable";
import type { Channel } from "../channels/channel";
import { foldCase } from "../text/fold-case";

/** Finds channels by name, ignoring case. */
export class ChannelNames {
  static readonly empty = new ChannelNames(PersistentMap());

  private constructor(private readonly ids: PersistentMap<string, number>) {}

  idOf(name: string): number | undefined {
    return this.ids.get(foldCase(name));
  }

  /** Each pair holds a channel before and after; undefined where it did not or does not exist. */
  changed(changes: Iterable<readonly [before: Channel | undefined, now: Channel | undefined]>): ChannelNames {
    const ids = this.ids.withMutations((mutable) => {
      for (const [before, now] of changes) {
        if (before && mutable.get(foldCase(before.name)) === before.id) mutable.delete(foldCase(before.name));
        if (now) mutable.set(foldCase(now.name), now.id);
      }
    });
    return ids === this.ids ? this : new ChannelNames(ids);
  }
}
