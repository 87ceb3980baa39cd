import type { PresenceUpdateId, UserId } from "../../../domain/ids";
import type { Presence, PresenceUpdates } from "../../../domain/presence/presence";

/** What is known of one user's presence. */
export interface PresenceEntry {
  current: Presence;
  /** The presence last published to others. */
  published: Presence | undefined;
  /** The stored presence. */
  saved: Presence | undefined;
  updateId: PresenceUpdateId;
}

/** A presence that storage lacks. */
export interface UnsavedPresence {
  readonly userId: UserId;
  readonly entry: PresenceEntry;
}

interface Update {
  readonly updateId: PresenceUpdateId;
  readonly userId: UserId;
}

/** The presences of one realm. Update ids are times in Unix milliseconds, so that they grow across restarts. */
export class RealmPresences {
  readonly entries: Map<UserId, PresenceEntry>;
  /** All updates in order of their ids. An update is skipped once a later one of the same user replaced it. */
  private updates: Update[];
  private lastUpdateId: PresenceUpdateId | undefined;

  constructor(stored: ReadonlyMap<UserId, Presence>, now: number) {
    this.entries = new Map(
      [...stored].map(([userId, presence]) => [
        userId,
        { current: presence, published: presence, saved: presence, updateId: now },
      ]),
    );
    // A client whose id predates a restart gets everyone's presence again.
    this.updates = [...stored.keys()].map((userId) => ({ updateId: now, userId }));
    this.lastUpdateId = stored.size === 0 ? undefined : now;
  }

  publish(userId: UserId, presence: Presence, now: number): PresenceEntry {
    const updateId = this.lastUpdateId === undefined ? now : Math.max(now, this.lastUpdateId + 1);
    const saved = this.entries.get(userId)?.saved;
    const entry: PresenceEntry = { current: presence, published: presence, saved, updateId };
    this.entries.set(userId, entry);
    this.updates.push({ updateId, userId });
    this.lastUpdateId = updateId;
    if (this.updates.length > 2 * this.entries.size + 1000)
      this.updates = this.updates.filter((update) => this.isLatest(update));
    return entry;
  }

  /** Records a presence that another node stored, where it is later than what is known. */
  discover(userId: UserId, stored: Presence, now: number): void {
    const { activeAt, idleAt } = this.entries.get(userId)?.current ?? { activeAt: 0, idleAt: 0 };
    if (stored.activeAt <= activeAt && stored.idleAt <= idleAt) return;
    const later = { activeAt: Math.max(activeAt, stored.activeAt), idleAt: Math.max(idleAt, stored.idleAt) };
    this.publish(userId, later, now).saved = stored;
  }

  /** Makes a user look absent since a time. */
  hide(userId: UserId, since: number, now: number): PresenceEntry | undefined {
    const entry = this.entries.get(userId);
    if (entry === undefined || Math.max(entry.current.activeAt, entry.current.idleAt) <= since) return entry;
    const { activeAt, idleAt } = entry.current;
    const hidden = { activeAt: Math.min(activeAt, since), idleAt: Math.min(idleAt, since) };
    return this.publish(userId, hidden, now);
  }

  /** The changes after an update id. */
  after(updateId: PresenceUpdateId): PresenceUpdates {
    const presences = new Map<UserId, Presence>();
    for (const update of this.updates.slice(this.firstAfter(updateId))) {
      const entry = this.entries.get(update.userId);
      if (entry && this.isLatest(update)) presences.set(update.userId, entry.current);
    }
    return { presences, lastUpdateId: Math.max(updateId, this.lastUpdateId ?? 0) };
  }

  /** Everyone who was present at a time in Unix milliseconds or later. */
  presentSince(earliest: number): PresenceUpdates {
    const presences = new Map<UserId, Presence>();
    for (const [userId, { current }] of this.entries)
      if (current.idleAt >= earliest) presences.set(userId, current);
    return { presences, lastUpdateId: this.lastUpdateId };
  }

  /** The presences that are later than what is stored, by this many milliseconds at least. */
  unsaved(minimumChange: number): readonly UnsavedPresence[] {
    return [...this.entries].flatMap(([userId, entry]) =>
      entry.current.idleAt - (entry.saved?.idleAt ?? Number.NEGATIVE_INFINITY) >= minimumChange
        ? [{ userId, entry }]
        : [],
    );
  }

  /** Records on the user's current entry that a presence was stored. */
  saved(userId: UserId, presence: Presence): void {
    const entry = this.entries.get(userId);
    if (entry) entry.saved = presence;
  }

  private isLatest({ userId, updateId }: Update): boolean {
    return this.entries.get(userId)?.updateId === updateId;
  }

  /** The index of the first update with an id above `updateId`. */
  private firstAfter(updateId: PresenceUpdateId): number {
    let low = 0;
    let high = this.updates.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.updates[middle]?.updateId ?? 0) > updateId) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
