import { isArrival, isNews, type Presence, presenceHistoryDays } from "../../domain/presence";
import type { Clock } from "../ports/clock";
import type { PresenceStore, SavedPresence } from "../ports/presence-store";

interface Entry {
  current: Presence;
  /** What others last heard. */
  told: Presence | undefined;
  /** What storage holds. */
  saved: Presence | undefined;
  updateId: number;
}

interface Board {
  readonly entries: Map<number, Entry>;
  /** Every telling in order of its id; one that a later telling of the same user replaced is skipped. */
  tellings: { readonly updateId: number; readonly userId: number }[];
  lastUpdateId: number;
}

interface HeldBoard {
  readonly loading: Promise<Board>;
  /** Unix milliseconds. */
  usedAt: number;
}

/** Who was here since somebody last asked, by user id. */
export interface PresenceNews {
  readonly presences: ReadonlyMap<number, Presence>;
  /** To ask with the next time. */
  readonly lastUpdateId: number;
}

interface Ports {
  readonly presenceStore: PresenceStore;
  readonly clock: Clock;
}

const dayMilliseconds = 86_400_000;
/** What another node tells comes with an id this far ahead, so that clocks may differ by as much. */
const clockDifference = 2000;
/** A row is written again when it is this old. */
const saveAfterMilliseconds = 300_000;
/** A realm that nobody asks about for so long is let go, and read again when somebody does. */
const letGoAfterMilliseconds = 1_800_000;

/**
 * Who is here, by realm, in memory. A report touches one entry; an answer goes over what was told since the
 * last one, whatever the size of the realm. Update ids are times in Unix milliseconds, so that they grow on
 * every node and through restarts.
 */
export class PresenceBoard {
  private readonly boards = new Map<number, HeldBoard>();

  constructor(private readonly ports: Ports) {}

  /** Takes a user's presence. What others need to hear of it comes back; undefined if they heard enough. */
  async report(
    realmId: number,
    userId: number,
    after: (before: Presence | undefined) => Presence,
  ): Promise<{ readonly presence: Presence; readonly isArrival: boolean } | undefined> {
    const board = await this.board(realmId);
    const entry = board.entries.get(userId);
    const presence = after(entry?.current);
    if (entry) entry.current = presence;
    if (!isNews(entry?.told, presence)) return undefined;
    const arrived = isArrival(entry?.told, presence);
    this.tell(board, userId, presence, this.ports.clock.now());
    return { presence, isArrival: arrived };
  }

  /** Takes what another node told of a user. */
  async hear(realmId: number, userId: number, presence: Presence): Promise<void> {
    if (!this.boards.has(realmId)) return;
    const board = await this.board(realmId);
    this.tell(board, userId, presence, this.ports.clock.now() + clockDifference);
    const entry = board.entries.get(userId);
    // The node that was told writes it down.
    if (entry) entry.saved = presence;
  }

  /** Forgets when a user was here, for those who don't want it known any more. */
  async hide(realmId: number, userId: number, since: number): Promise<Presence | undefined> {
    const board = await this.board(realmId);
    const before = board.entries.get(userId)?.current;
    if (before === undefined) return undefined;
    const hidden = { activeAt: Math.min(before.activeAt, since), idleAt: Math.min(before.idleAt, since) };
    this.tell(board, userId, hidden, this.ports.clock.now());
    return hidden;
  }

  /** What was told after an update id; with -1, of everyone who was here lately. */
  async since(realmId: number, updateId: number, historyDays = presenceHistoryDays): Promise<PresenceNews> {
    const board = await this.board(realmId);
    const presences = new Map<number, Presence>();
    if (updateId < 0) {
      const earliest = this.ports.clock.now() - historyDays * dayMilliseconds;
      for (const [userId, { current }] of board.entries)
        if (current.idleAt >= earliest) presences.set(userId, current);
    } else
      for (let index = firstAfter(board.tellings, updateId); index < board.tellings.length; index += 1) {
        const telling = board.tellings[index];
        const entry = telling && board.entries.get(telling.userId);
        if (entry?.updateId === telling?.updateId && entry && telling)
          presences.set(telling.userId, entry.current);
      }
    return { presences, lastUpdateId: Math.max(updateId, board.lastUpdateId) };
  }

  async of(realmId: number, userId: number): Promise<Presence | undefined> {
    return (await this.board(realmId)).entries.get(userId)?.current;
  }

  /** Writes down what storage doesn't know, or has known for long; all of it when the server stops. */
  async settle(isLast = false): Promise<void> {
    const quietSince = this.ports.clock.now() - letGoAfterMilliseconds;
    const news: { readonly saved: SavedPresence; readonly entry: Entry }[] = [];
    const isQuiet = ({ usedAt }: HeldBoard) => usedAt < quietSince;
    const quiet = [...this.boards].filter(([, held]) => isQuiet(held));
    for (const [realmId, held] of this.boards) {
      const { entries } = await held.loading;
      const old = isLast || isQuiet(held) ? 1 : saveAfterMilliseconds;
      for (const [userId, entry] of entries)
        if (entry.current.idleAt - (entry.saved?.idleAt ?? Number.NEGATIVE_INFINITY) >= old)
          news.push({ saved: { realmId, userId, presence: entry.current }, entry });
    }
    await this.ports.presenceStore.save(news.map(({ saved }) => saved));
    for (const { saved, entry } of news) entry.saved = saved.presence;
    for (const [realmId, held] of quiet) if (isQuiet(held)) this.boards.delete(realmId);
  }

  private tell(board: Board, userId: number, presence: Presence, now: number): void {
    const updateId = Math.max(now, board.lastUpdateId + 1);
    const saved = board.entries.get(userId)?.saved;
    board.entries.set(userId, { current: presence, told: presence, saved, updateId });
    board.tellings.push({ updateId, userId });
    board.lastUpdateId = updateId;
    if (board.tellings.length > 2 * board.entries.size + 1000)
      board.tellings = board.tellings.filter(
        (telling) => board.entries.get(telling.userId)?.updateId === telling.updateId,
      );
  }

  private board(realmId: number): Promise<Board> {
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

  private async load(realmId: number): Promise<Board> {
    const now = this.ports.clock.now();
    const stored = await this.ports.presenceStore.load(realmId, 0);
    return {
      entries: new Map(
        [...stored].map(([userId, presence]) => [
          userId,
          { current: presence, told: presence, saved: presence, updateId: now },
        ]),
      ),
      // Whoever asks with an older id, from before a restart, hears of all again.
      tellings: [...stored.keys()].map((userId) => ({ updateId: now, userId })),
      lastUpdateId: stored.size === 0 ? -1 : now,
    };
  }
}

/** The index of the first telling with an id above `updateId`. */
const firstAfter = (tellings: Board["tellings"], updateId: number): number => {
  let low = 0;
  let high = tellings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tellings[middle]?.updateId ?? 0) > updateId) high = middle;
    else low = middle + 1;
  }
  return low;
};
