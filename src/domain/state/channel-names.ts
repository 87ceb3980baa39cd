import { Map as PersistentMap } from "immutable";
import type { Channel } from "../channels/channel";
import { foldCase } from "../text/fold-case";
import { nameKey } from "../text/same-name";

type Ids = PersistentMap<string, number>;
type Changes = readonly (readonly [before: Channel | undefined, now: Channel | undefined])[];

const changedIds = (ids: Ids, changes: Changes, keyOf: (name: string) => string): Ids =>
  ids.withMutations((mutable) => {
    for (const [before, now] of changes) {
      if (before && mutable.get(keyOf(before.name)) === before.id) mutable.delete(keyOf(before.name));
      if (now) mutable.set(keyOf(now.name), now.id);
    }
  });

/** Finds channels by name, ignoring case and differences that nobody sees. */
export class ChannelNames {
  static readonly empty = new ChannelNames(PersistentMap(), PersistentMap());

  private constructor(
    private readonly ids: Ids,
    private readonly idsByLook: Ids,
  ) {}

  /** Older channels may look alike, so a channel spelled like the name, apart from case, takes precedence. */
  idOf(name: string): number | undefined {
    return this.ids.get(foldCase(name)) ?? this.idsByLook.get(nameKey(name));
  }

  /** Each pair holds a channel before and after; undefined where it did not or does not exist. */
  changed(changes: Iterable<readonly [before: Channel | undefined, now: Channel | undefined]>): ChannelNames {
    const all = [...changes];
    const ids = changedIds(this.ids, all, foldCase);
    const idsByLook = changedIds(this.idsByLook, all, nameKey);
    return ids === this.ids && idsByLook === this.idsByLook ? this : new ChannelNames(ids, idsByLook);
  }
}
