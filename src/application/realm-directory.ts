import { isLeft } from "fp-ts/Either";
import type { LoggedEvent } from "../domain/event";
import { LiveRealmState } from "../domain/live-realm-state";
import type { RealmState } from "../domain/realm-state";
import type { EventLog } from "./ports/event-log";
import type { RealmSnapshots } from "./ports/realm-snapshots";

/** Called in log order, right after the state took the events. */
type LogFollower = (realmId: number, state: RealmState, events: readonly LoggedEvent[]) => void;

interface Entry {
  state: LiveRealmState;
  /** By position; called with undefined when it was passed over. */
  readonly waiting: Map<number, ((state: RealmState | undefined) => void)[]>;
  catchingUp: Promise<void> | undefined;
}

const pageSize = 1000;

/** The realms' states in memory. They follow the log, and nothing else changes them. DESIGN §4. */
export class RealmDirectory {
  private readonly entries = new Map<number, Promise<Entry>>();
  private readonly loaded = new Map<number, Entry>();
  private readonly followers: LogFollower[] = [];
  private readonly passedOver: ((realmId: number) => void)[] = [];

  constructor(private readonly ports: { readonly snapshots: RealmSnapshots; readonly eventLog: EventLog }) {}

  /** `passedOver` is called where the state went on without events that the follower then never gets. */
  follow(follower: LogFollower, passedOver: (realmId: number) => void = () => {}): void {
    this.followers.push(follower);
    this.passedOver.push(passedOver);
  }

  /** The realm's state, loaded at first use. It is live: keep no reference over an await. */
  async of(realmId: number): Promise<RealmState> {
    return (this.loaded.get(realmId) ?? (await this.entry(realmId))).state;
  }

  /** The state after everything that is committed now, on whatever node. */
  async newest(realmId: number): Promise<RealmState> {
    return this.catchUp(realmId, await this.ports.eventLog.head(realmId));
  }

  isLoaded(realmId: number): boolean {
    return this.loaded.has(realmId);
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
    const seen = new Promise<A | undefined>((resolve, reject) => {
      const lookNow = (state: RealmState | undefined) => {
        try {
          resolve(state && look(state));
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
    const { eventLog } = this.ports;
    const { position } = entry.state;
    const page = await eventLog.after(realmId, position, pageSize);
    if (isLeft(page)) return this.reload(realmId, entry);
    const events = page.right;
    const next = events[0]?.position ?? (await eventLog.forgotten(realmId)) + 1;
    if (next > position + 1) await this.reload(realmId, entry);
    else this.take(realmId, entry, events);
  }

  /**
   * Starts again from storage, for a state so old that the log has forgotten what comes next, or where what comes
   * next can't be read. Followers miss events by that, and are told so.
   */
  private async reload(realmId: number, entry: Entry): Promise<void> {
    const state = new LiveRealmState(await this.ports.snapshots.load(realmId));
    entry.state = state;
    for (const [position, looks] of entry.waiting) {
      if (position > state.position) continue;
      entry.waiting.delete(position);
      for (const look of looks) look(position === state.position ? state : undefined);
    }
    for (const passedOver of this.passedOver) passedOver(realmId);
  }

  private take(realmId: number, entry: Entry, events: readonly LoggedEvent[]): void {
    const { state, waiting } = entry;
    const fresh: LoggedEvent[] = [];
    for (const logged of events) {
      if (logged.position !== state.position + 1) continue;
      state.apply(logged.event);
      fresh.push(logged);
      if (waiting.size > 0) {
        for (const look of waiting.get(state.position) ?? []) look(state);
        waiting.delete(state.position);
      }
    }
    if (fresh.length > 0) for (const follower of this.followers) follower(realmId, state, fresh);
  }
}
