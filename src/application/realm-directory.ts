import type { LoggedEvent } from "../domain/event";
import { LiveRealmState, type RealmState } from "../domain/realm-state";
import type { EventLog } from "./ports/event-log";
import type { RealmSnapshots } from "./ports/realm-snapshots";

/** Called in log order, right after the state took the events. */
export type LogFollower = (realmId: number, state: RealmState, events: readonly LoggedEvent[]) => void;

interface Entry {
  readonly state: LiveRealmState;
  readonly waiting: Map<number, (() => void)[]>;
  catchingUp: Promise<void> | undefined;
}

const pageSize = 1000;

/** The realms' states in memory. They follow the log, and nothing else changes them. DESIGN §4. */
export class RealmDirectory {
  private readonly entries = new Map<number, Promise<Entry>>();
  private readonly loaded = new Map<number, Entry>();
  private readonly followers: LogFollower[] = [];

  constructor(private readonly ports: { readonly snapshots: RealmSnapshots; readonly eventLog: EventLog }) {}

  follow(follower: LogFollower): void {
    this.followers.push(follower);
  }

  /** The realm's state, loaded at first use. It is live: keep no reference over an await. */
  async of(realmId: number): Promise<RealmState> {
    return (this.loaded.get(realmId) ?? (await this.entry(realmId))).state;
  }

  /** Brings the state up to a position that is committed. */
  async catchUp(realmId: number, position: number): Promise<RealmState> {
    const entry = this.loaded.get(realmId) ?? (await this.entry(realmId));
    while (entry.state.position < position) {
      entry.catchingUp ??= this.readOn(realmId, entry).finally(() => {
        entry.catchingUp = undefined;
      });
      await entry.catchingUp;
    }
    return entry.state;
  }

  /** Takes events that this process has just committed. */
  committed(realmId: number, events: readonly LoggedEvent[]): void {
    const entry = this.loaded.get(realmId);
    if (entry) this.take(realmId, entry, events);
  }

  /** Looks at the state at exactly one position; undefined when it has passed. */
  async at<A>(realmId: number, position: number, look: (state: RealmState) => A): Promise<A | undefined> {
    const entry = this.loaded.get(realmId) ?? (await this.entry(realmId));
    if (entry.state.position > position) return undefined;
    if (entry.state.position === position) return look(entry.state);
    const seen = new Promise<A>((resolve, reject) => {
      const lookNow = () => {
        try {
          resolve(look(entry.state));
        } catch (error) {
          reject(error);
        }
      };
      entry.waiting.set(position, [...(entry.waiting.get(position) ?? []), lookNow]);
    });
    await this.catchUp(realmId, position);
    return seen;
  }

  private entry(realmId: number): Promise<Entry> {
    const known = this.entries.get(realmId);
    if (known) return known;
    const loading = this.ports.snapshots.load(realmId).then((snapshot) => {
      const entry: Entry = {
        state: new LiveRealmState(snapshot),
        waiting: new Map(),
        catchingUp: undefined,
      };
      this.loaded.set(realmId, entry);
      return entry;
    });
    this.entries.set(realmId, loading);
    loading.catch(() => this.entries.delete(realmId));
    return loading;
  }

  private async readOn(realmId: number, entry: Entry): Promise<void> {
    const events = await this.ports.eventLog.after(realmId, entry.state.position, pageSize);
    this.take(realmId, entry, events);
  }

  private take(realmId: number, entry: Entry, events: readonly LoggedEvent[]): void {
    const { state, waiting } = entry;
    const fresh: LoggedEvent[] = [];
    for (const logged of events) {
      if (logged.position !== state.position + 1) continue;
      state.apply(logged.event);
      fresh.push(logged);
      if (waiting.size > 0) {
        for (const look of waiting.get(state.position) ?? []) look();
        waiting.delete(state.position);
      }
    }
    if (fresh.length > 0) for (const follower of this.followers) follower(realmId, state, fresh);
  }
}
