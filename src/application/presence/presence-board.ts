import type { PresenceUpdateId, RealmId, UserId } from "../../domain/ids";
import {
  isArrival,
  isWorthPublishing,
  offlineAfterSeconds,
  type Presence,
  type PresenceUpdates,
  presenceHistoryDays,
} from "../../domain/presence/presence";
import type { LogStep } from "../../domain/state/log-step";
import { millisecondsIn } from "../../domain/units/time";
import type { LogFollower } from "../held-realms/log-follower";
import type { Clock } from "../ports/system/clock";
import type { PresenceStore, SavedPresence } from "../ports/users/presence-store";
import { type PresenceEntry, RealmPresences } from "./internal/realm-presences";

/** A presence to store. */
interface Unsaved {
  readonly stored: SavedPresence;
  readonly presences: RealmPresences;
}

interface HeldPresences {
  readonly loading: Promise<RealmPresences>;
  /** Unix milliseconds. */
  usedAt: number;
}

interface Ports {
  readonly presenceStore: PresenceStore;
  readonly clock: Clock;
}

/** Updates from other nodes get ids this far ahead of the clock, so that clocks may differ by that much. */
const clockDifference = 2000;
/** Rows this old are written again. */
const saveAfterMilliseconds = 300_000;
/** A realm unused for this long leaves memory, and is loaded again on demand. */
const letGoAfterMilliseconds = 1_800_000;

/**
 * Users' presence by realm, in memory. A report touches one entry; an answer walks the updates since the last one,
 * whatever the size of the realm. Update ids are times, so that they grow on every node.
 */
export class PresenceBoard implements LogFollower {
  private readonly boards = new Map<RealmId, HeldPresences>();
  private saving: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: Ports) {}

  /** Records a user's presence. Returns what to publish to others; undefined if they know enough. */
  async report(
    realmId: RealmId,
    userId: UserId,
    after: (before: Presence | undefined) => Presence,
  ): Promise<{ readonly presence: Presence; readonly isArrival: boolean } | undefined> {
    const presences = await this.presencesOf(realmId);
    const entry = presences.entries.get(userId);
    const presence = after(entry?.current);
    if (entry) entry.current = presence;
    if (!isWorthPublishing(entry?.published, presence)) return undefined;
    const arrived = isArrival(entry?.published, presence);
    presences.publish(userId, presence, this.ports.clock.now());
    return { presence, isArrival: arrived };
  }

  /** Records a presence published by another node. */
  async receive(realmId: RealmId, userId: UserId, presence: Presence): Promise<void> {
    if (!this.boards.has(realmId)) return;
    const presences = await this.presencesOf(realmId);
    presences.publish(userId, presence, this.ports.clock.now() + clockDifference);
    // The node that received the report stores it.
    presences.saved(userId, presence);
  }

  /** Hides a user who turned presence off on any node: a signal about it may get lost, the log doesn't. */
  follow(realmId: RealmId, { event }: LogStep): void {
    if (event.type !== "user_settings_changed" || event.change.presenceEnabled !== false) return;
    const now = this.ports.clock.now();
    // The next save lowers what is stored.
    this.boards
      .get(realmId)
      ?.loading.then((presences) => presences.hide(event.userId, now - offlineAfterSeconds * 1000 - 1, now))
      .catch(() => {});
  }

  /** Drops presences that aren't stored yet: in the events that this node skipped, their users may have hidden them. */
  passedOver(realmId: RealmId): void {
    this.boards.delete(realmId);
  }

  /** Saves the realm's presences now: this node won't see later events that hide users. */
  release(realmId: RealmId): void {
    const held = this.boards.get(realmId);
    this.boards.delete(realmId);
    held?.loading.then((presences) => this.store(unsavedOf(realmId, presences, 1))).catch(() => {});
  }

  /** Makes a user look absent since a time, for users who hide their presence. */
  async hide(realmId: RealmId, userId: UserId, since: number): Promise<Presence | undefined> {
    const presences = await this.presencesOf(realmId);
    const entry = presences.hide(userId, since, this.ports.clock.now());
    if (entry === undefined) return undefined;
    // If storage fails now, the next save lowers it.
    await this.saving.then(() => this.lower(realmId, userId, entry)).catch(() => {});
    return entry.current;
  }

  /** The changes after an update id; without one, everyone who was present lately. */
  async since(
    realmId: RealmId,
    updateId: PresenceUpdateId | undefined,
    historyDays = presenceHistoryDays,
  ): Promise<PresenceUpdates> {
    const presences = await this.presencesOf(realmId);
    return updateId === undefined
      ? presences.presentSince(this.ports.clock.now() - historyDays * millisecondsIn.day)
      : presences.after(updateId);
  }

  async find(realmId: RealmId, userId: UserId): Promise<Presence | undefined> {
    return (await this.presencesOf(realmId)).entries.get(userId)?.current;
  }

  /**
   * When users were last active, in Unix milliseconds, without users who never were. Asks storage about users who seem away: they
   * may be present on another node whose news didn't arrive here.
   */
  async lastActiveAt(realmId: RealmId, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, number>> {
    const { entries } = await this.presencesOf(realmId);
    const known = (userId: UserId): number => entries.get(userId)?.current.activeAt ?? 0;
    const hereSince = this.ports.clock.now() - offlineAfterSeconds * 1000;
    const away = userIds.filter((userId) => known(userId) <= hereSince);
    const stored = away.length === 0 ? undefined : await this.ports.presenceStore.find(realmId, away);
    return new Map(
      userIds
        .map((userId) => [userId, Math.max(known(userId), stored?.get(userId)?.activeAt ?? 0)] as const)
        .filter(([, activeAt]) => activeAt > 0),
    );
  }

  /**
   * Exchanges who is present with other nodes by way of storage, while nothing else brings it. Skips users who hide their presence,
   * perhaps only since it was stored.
   */
  async exchange(hides: (realmId: RealmId, userId: UserId) => boolean): Promise<void> {
    await this.save({ all: true });
    for (const [realmId, { loading }] of this.boards) {
      const now = this.ports.clock.now();
      const presences = await loading;
      for (const [userId, presence] of await this.ports.presenceStore.load(
        realmId,
        now - offlineAfterSeconds * 1000,
      ))
        if (!hides(realmId, userId)) presences.discover(userId, presence, now + clockDifference);
    }
  }

  /** Stores presences that are unknown or outdated in storage; with `all`, as when the server stops, every changed one. */
  async save({ all }: { readonly all: boolean } = { all: false }): Promise<void> {
    const quietSince = this.ports.clock.now() - letGoAfterMilliseconds;
    const unsaved: (Unsaved & { readonly held: HeldPresences })[] = [];
    const isQuiet = ({ usedAt }: HeldPresences) => usedAt < quietSince;
    const quiet = [...this.boards].filter(([, held]) => isQuiet(held));
    for (const [realmId, held] of this.boards) {
      const presences = await held.loading;
      for (const [userId, entry] of presences.entries)
        if (entry.current !== entry.saved) await this.lower(realmId, userId, entry);
      const minimumChange = all || isQuiet(held) ? 1 : saveAfterMilliseconds;
      unsaved.push(...unsavedOf(realmId, presences, minimumChange).map((one) => ({ ...one, held })));
    }
    await this.store(unsaved.filter(({ stored, held }) => this.boards.get(stored.realmId) === held));
    for (const [realmId, held] of quiet) if (isQuiet(held)) this.boards.delete(realmId);
  }

  private async store(unsaved: readonly Unsaved[]): Promise<void> {
    const written = this.ports.presenceStore.save(unsaved.map(({ stored }) => stored)).then(() => {
      for (const { stored, presences } of unsaved) presences.saved(stored.userId, stored.presence);
    });
    // If the user hides their presence during the write, that is written next.
    this.saving = written.catch(() => {});
    await written;
  }

  /** Stores a hidden presence, which `save` would ignore, so that the earlier one doesn't reappear after a restart. */
  private async lower(realmId: RealmId, userId: UserId, entry: PresenceEntry): Promise<void> {
    const presence = entry.current;
    if (entry.saved === undefined || presence.idleAt >= entry.saved.idleAt) return;
    await this.ports.presenceStore.lower({ realmId, userId, presence });
    entry.saved = presence;
  }

  private presencesOf(realmId: RealmId): Promise<RealmPresences> {
    const usedAt = this.ports.clock.now();
    const known = this.boards.get(realmId);
    if (known) {
      known.usedAt = usedAt;
      return known.loading;
    }
    const loading = this.ports.presenceStore
      .load(realmId, 0)
      .then((stored) => new RealmPresences(stored, usedAt));
    this.boards.set(realmId, { loading, usedAt });
    loading.catch(() => {
      // The realm may have been dropped and loaded again since.
      if (this.boards.get(realmId)?.loading === loading) this.boards.delete(realmId);
    });
    return loading;
  }
}

const unsavedOf = (realmId: RealmId, presences: RealmPresences, minimumChange: number): readonly Unsaved[] =>
  presences
    .unsaved(minimumChange)
    .map(({ userId, entry }) => ({ stored: { realmId, userId, presence: entry.current }, presences }));
