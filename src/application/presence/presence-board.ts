import type { PresenceUpdateId, RealmId, UserId } from "../../domain/ids";
import type { LogStep } from "../../domain/state/log-step";
import { millisecondsIn } from "../../domain/units/time";
import {
  isArrival,
  isWorthPublishing,
  offlineAfterSeconds,
  type Presence,
  presenceHistoryDays,
} from "../../domain/users/presence";
import type { LogFollower } from "../held-realms/log-follower";
import type { Clock } from "../ports/system/clock";
import type { PresenceStore, SavedPresence } from "../ports/users/presence-store";

interface Entry {
  current: Presence;
  /** The presence last published to others. */
  published: Presence | undefined;
  /** The stored presence. */
  saved: Presence | undefined;
  updateId: PresenceUpdateId;
}

interface Board {
  readonly entries: Map<UserId, Entry>;
  /** All updates in order of their ids. An update is skipped once a later one of the same user replaced it. */
  updates: { readonly updateId: PresenceUpdateId; readonly userId: UserId }[];
  lastUpdateId: PresenceUpdateId;
}

/** A presence to store. */
interface News {
  readonly saved: SavedPresence;
  readonly entries: Board["entries"];
}

interface HeldBoard {
  readonly loading: Promise<Board>;
  /** Unix milliseconds. */
  usedAt: number;
}

/** Presence changes since a client's last answer, by user id. */
export interface PresenceUpdates {
  readonly presences: ReadonlyMap<UserId, Presence>;
  /** The update id to ask with next time. */
  readonly lastUpdateId: PresenceUpdateId;
}

interface Ports {
  readonly presenceStore: PresenceStore;
  readonly clock: Clock;
}

/** Updates from other nodes get ids this far ahead, so that clocks may differ by that much. */
const clockDifference = 2000;
/** Rows this old are written again. */
const saveAfterMilliseconds = 300_000;
/** A realm unused for this long leaves memory, and is loaded again on demand. */
const letGoAfterMilliseconds = 1_800_000;

/**
 * Users' presence by realm, in memory. A report touches one entry; an answer walks the updates since the last one,
 * whatever the size of the realm. Update ids are times in Unix milliseconds, so that they grow on every node and
 * across restarts.
 */
export class PresenceBoard implements LogFollower {
  private readonly boards = new Map<RealmId, HeldBoard>();
  private saving: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: Ports) {}

  /** Records a user's presence. Returns what to publish to others; undefined if they know enough. */
  async report(
    realmId: RealmId,
    userId: UserId,
    after: (before: Presence | undefined) => Presence,
  ): Promise<{ readonly presence: Presence; readonly isArrival: boolean } | undefined> {
    const board = await this.board(realmId);
    const entry = board.entries.get(userId);
    const presence = after(entry?.current);
    if (entry) entry.current = presence;
    if (!isWorthPublishing(entry?.published, presence)) return undefined;
    const arrived = isArrival(entry?.published, presence);
    this.publish(board, userId, presence, this.ports.clock.now());
    return { presence, isArrival: arrived };
  }

  /** Records a presence published by another node. */
  async receive(realmId: RealmId, userId: UserId, presence: Presence): Promise<void> {
    if (!this.boards.has(realmId)) return;
    const board = await this.board(realmId);
    this.publish(board, userId, presence, this.ports.clock.now() + clockDifference);
    const entry = board.entries.get(userId);
    // The node that received the report stores it.
    if (entry) entry.saved = presence;
  }

  /** Hides a user who turned presence off on any node: a signal about it may get lost, the log doesn't. */
  follow(realmId: RealmId, { event }: LogStep): void {
    if (event.type !== "user_settings_changed" || event.change.presenceEnabled !== false) return;
    const since = this.ports.clock.now() - offlineAfterSeconds * 1000 - 1;
    // The next save lowers what is stored.
    this.boards
      .get(realmId)
      ?.loading.then((board) => this.hideFrom(board, event.userId, since))
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
    held?.loading.then(({ entries }) => this.store(newsIn(realmId, entries, 1))).catch(() => {});
  }

  /** Makes a user look absent since a time, for users who hide their presence. */
  async hide(realmId: RealmId, userId: UserId, since: number): Promise<Presence | undefined> {
    const entry = this.hideFrom(await this.board(realmId), userId, since);
    if (entry === undefined) return undefined;
    // If storage fails now, the next save lowers it.
    await this.saving.then(() => this.lower(realmId, userId, entry)).catch(() => {});
    return entry.current;
  }

  private hideFrom(board: Board, userId: UserId, since: number): Entry | undefined {
    const entry = board.entries.get(userId);
    if (entry === undefined || Math.max(entry.current.activeAt, entry.current.idleAt) <= since) return entry;
    const { activeAt, idleAt } = entry.current;
    const hidden = { activeAt: Math.min(activeAt, since), idleAt: Math.min(idleAt, since) };
    return this.publish(board, userId, hidden, this.ports.clock.now());
  }

  /** The changes after an update id; with -1, everyone who was present lately. */
  async since(
    realmId: RealmId,
    updateId: PresenceUpdateId,
    historyDays = presenceHistoryDays,
  ): Promise<PresenceUpdates> {
    const board = await this.board(realmId);
    const presences = new Map<UserId, Presence>();
    if (updateId < 0) {
      const earliest = this.ports.clock.now() - historyDays * millisecondsIn.day;
      for (const [userId, { current }] of board.entries)
        if (current.idleAt >= earliest) presences.set(userId, current);
    } else
      for (let index = firstAfter(board.updates, updateId); index < board.updates.length; index += 1) {
        const update = board.updates[index];
        const entry = update && board.entries.get(update.userId);
        if (entry?.updateId === update?.updateId && entry && update)
          presences.set(update.userId, entry.current);
      }
    return { presences, lastUpdateId: Math.max(updateId, board.lastUpdateId) };
  }

  async find(realmId: RealmId, userId: UserId): Promise<Presence | undefined> {
    return (await this.board(realmId)).entries.get(userId)?.current;
  }

  /** Stores presences that are unknown or outdated in storage; all changed ones when the server stops. */
  async settle(isLast = false): Promise<void> {
    const quietSince = this.ports.clock.now() - letGoAfterMilliseconds;
    const news: (News & { readonly held: HeldBoard })[] = [];
    const isQuiet = ({ usedAt }: HeldBoard) => usedAt < quietSince;
    const quiet = [...this.boards].filter(([, held]) => isQuiet(held));
    for (const [realmId, held] of this.boards) {
      const { entries } = await held.loading;
      for (const [userId, entry] of entries)
        if (entry.current !== entry.saved) await this.lower(realmId, userId, entry);
      const old = isLast || isQuiet(held) ? 1 : saveAfterMilliseconds;
      news.push(...newsIn(realmId, entries, old).map((one) => ({ ...one, held })));
    }
    await this.store(news.filter(({ saved, held }) => this.boards.get(saved.realmId) === held));
    for (const [realmId, held] of quiet) if (isQuiet(held)) this.boards.delete(realmId);
  }

  private async store(news: readonly News[]): Promise<void> {
    const written = this.ports.presenceStore.save(news.map(({ saved }) => saved)).then(() => {
      for (const { saved, entries } of news) {
        const entry = entries.get(saved.userId);
        if (entry) entry.saved = saved.presence;
      }
    });
    // A presence that is hidden meanwhile is written after this.
    this.saving = written.catch(() => {});
    await written;
  }

  /** Stores a hidden presence, which `save` would ignore, so that the earlier one doesn't reappear after a restart. */
  private async lower(realmId: RealmId, userId: UserId, entry: Entry): Promise<void> {
    const presence = entry.current;
    if (entry.saved === undefined || presence.idleAt >= entry.saved.idleAt) return;
    await this.ports.presenceStore.lower({ realmId, userId, presence });
    entry.saved = presence;
  }

  private publish(board: Board, userId: UserId, presence: Presence, now: number): Entry {
    const updateId = Math.max(now, board.lastUpdateId + 1);
    const saved = board.entries.get(userId)?.saved;
    const entry: Entry = { current: presence, published: presence, saved, updateId };
    board.entries.set(userId, entry);
    board.updates.push({ updateId, userId });
    board.lastUpdateId = updateId;
    if (board.updates.length > 2 * board.entries.size + 1000)
      board.updates = board.updates.filter(
        (update) => board.entries.get(update.userId)?.updateId === update.updateId,
      );
    return entry;
  }

  private board(realmId: RealmId): Promise<Board> {
    const usedAt = this.ports.clock.now();
    const known = this.boards.get(realmId);
    if (known) {
      known.usedAt = usedAt;
      return known.loading;
    }
    const loading = this.load(realmId);
    this.boards.set(realmId, { loading, usedAt });
    loading.catch(() => this.boards.delete(realmId));
    return loading;
  }

  private async load(realmId: RealmId): Promise<Board> {
    const now = this.ports.clock.now();
    const stored = await this.ports.presenceStore.load(realmId, 0);
    return {
      entries: new Map(
        [...stored].map(([userId, presence]) => [
          userId,
          { current: presence, published: presence, saved: presence, updateId: now },
        ]),
      ),
      // A client whose id predates a restart gets everyone's presence again.
      updates: [...stored.keys()].map((userId) => ({ updateId: now, userId })),
      lastUpdateId: stored.size === 0 ? -1 : now,
    };
  }
}

/** The presences that are later than what is stored, by this many milliseconds at least. */
const newsIn = (realmId: RealmId, entries: Board["entries"], milliseconds: number): readonly News[] =>
  [...entries].flatMap(([userId, entry]) =>
    entry.current.idleAt - (entry.saved?.idleAt ?? Number.NEGATIVE_INFINITY) >= milliseconds
      ? [{ saved: { realmId, userId, presence: entry.current }, entries }]
      : [],
  );

/** The index of the first update with an id above `updateId`. */
const firstAfter = (updates: Board["updates"], updateId: PresenceUpdateId): number => {
  let low = 0;
  let high = updates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((updates[middle]?.updateId ?? 0) > updateId) high = middle;
    else low = middle + 1;
  }
  return low;
};
