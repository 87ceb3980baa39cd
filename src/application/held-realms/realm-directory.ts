import * as E from "fp-ts/Either";
import type { LoggedEvent } from "../../domain/events/event";
import type { RealmId } from "../../domain/ids";
import { estimatedBytes } from "../../domain/state/estimated-bytes";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import { stepsFrom } from "../../domain/state/steps-from";
import type { EventLog } from "../ports/events/event-log";
import type { RealmSnapshots } from "../ports/events/realm-snapshots";
import { type CachedRealm, cachedAt } from "./cached-realm";
import type { LogFollower } from "./log-follower";
import { LogFollowers } from "./log-followers";
import { PastStates } from "./past-states";

interface Ports {
  readonly snapshots: Pick<RealmSnapshots, "load">;
  readonly eventLog: Pick<EventLog, "after" | "prunedUpTo" | "head" | "undos">;
  readonly clock: { now(): number };
  /** Receives errors that followers threw: the change stands. */
  readonly onError: (error: unknown) => void;
  /** Memory limit for realms that nobody polls, in bytes; unlimited if absent. */
  readonly mostBytes?: number;
}

const pageSize = 1000;
const mostRecent = 64;
/** A realm is measured again after this many events. */
const weighEvery = 500;

/** The realms' states in memory. They follow the log; nothing else changes them. Decision 21. */
export class RealmDirectory {
  private readonly loading = new Map<RealmId, Promise<CachedRealm>>();
  /** Least recently used first. */
  private readonly cached = new Map<RealmId, CachedRealm>();
  private readonly followers: LogFollowers;
  private bytes = 0;

  get heldRealms(): number {
    return this.cached.size;
  }

  /** An estimate, in bytes. */
  get heldBytes(): number {
    return this.bytes;
  }

  constructor(private readonly ports: Ports) {
    this.followers = new LogFollowers(ports.onError);
  }

  follow(follower: LogFollower): void {
    this.followers.add(follower);
  }

  /**
   * The realm's newest state known here, loaded at first use. It is immutable: hold it as long as you like.
   */
  async stateOf(realmId: RealmId): Promise<RealmState> {
    return (this.known(realmId) ?? (await this.load(realmId))).state;
  }

  /** The state after everything committed so far, on any node. */
  async newest(realmId: RealmId): Promise<RealmState> {
    const known = this.positionOf(realmId);
    const head = await this.ports.eventLog.head(realmId);
    if (head < known) this.discard(realmId);
    return this.catchUp(realmId, head);
  }

  /** The newest state if the realm is in memory; a peek doesn't count as use. */
  peek(realmId: RealmId): RealmState | undefined {
    return this.cached.get(realmId)?.state;
  }

  /** The position of the state in memory; 0 for a realm that isn't. */
  positionOf(realmId: RealmId): number {
    return this.cached.get(realmId)?.state.position ?? 0;
  }

  /** The realms in memory with their positions. */
  loadedPositions(): ReadonlyMap<RealmId, number> {
    return new Map([...this.cached].map(([realmId, { state }]) => [realmId, state.position]));
  }

  /**
   * Brings the state to at least a committed position. It stays behind only where the log ends earlier, as
   * after a failover to a replica that lacked the newest events.
   */
  async catchUp(realmId: RealmId, position: number): Promise<RealmState> {
    // Following the log doesn't count as use: otherwise changes by other nodes would keep the realm in memory.
    const cached = this.cached.get(realmId) ?? (await this.load(realmId));
    while (cached.state.position < position) {
      const { position: before } = cached.state;
      // A read in progress may have begun before the position was committed: in that case, read once more.
      const beganEarlier = cached.catchingUp !== undefined;
      cached.catchingUp ??= this.readOn(realmId, cached).finally(() => {
        cached.catchingUp = undefined;
      });
      await cached.catchingUp;
      if (cached.state.position === before && !beganEarlier) break;
    }
    return cached.state;
  }

  /**
   * The state at exactly one committed position; undefined if it is too old to be reconstructed or not in the
   * log.
   */
  async at(realmId: RealmId, position: number): Promise<RealmState | undefined> {
    const newest = await this.catchUp(realmId, position);
    if (newest.position === position) return newest;
    if (newest.position < position) return undefined;
    const { recent = [], past = this.pastOf(realmId) } = this.cached.get(realmId) ?? {};
    const newer = recent.find((state) => state.position >= position) ?? newest;
    return newer.position === position ? newer : past.at(newer, position);
  }

  /** Releases a state that is ahead of the log: the log has lost events that led to it. */
  discard(realmId: RealmId): void {
    const cached = this.cached.get(realmId);
    if (cached === undefined) return;
    this.forget(realmId, cached);
    this.followers.passedOver(realmId);
  }

  /** Applies events that this process just committed. */
  committed(realmId: RealmId, steps: readonly LogStep[]): void {
    const cached = this.cached.get(realmId);
    if (cached) this.take(realmId, cached, steps);
  }

  /** Applies events that another node committed, if they continue the state here; otherwise the log is read. */
  received(realmId: RealmId, events: readonly LoggedEvent[]): void {
    const cached = this.cached.get(realmId);
    if (cached === undefined) return;
    const [next] = events;
    if (next !== undefined && next.position <= cached.state.position + 1)
      this.take(realmId, cached, stepsFrom(cached.state, events));
  }

  /** Releases realms unused since a time in Unix milliseconds, unless a follower needs them. */
  releaseUnused(usedBefore: number): void {
    for (const [realmId, cached] of this.cached) {
      if (cached.lastUsedAt >= usedBefore) return;
      this.release(realmId, cached);
    }
  }

  /** Makes room for a loaded realm by releasing the least recently used ones. */
  private makeRoom(loadedId: RealmId): void {
    const { mostBytes = Number.POSITIVE_INFINITY } = this.ports;
    for (const [realmId, cached] of this.cached) {
      if (this.bytes <= mostBytes) return;
      if (realmId !== loadedId) this.release(realmId, cached);
    }
  }

  private release(realmId: RealmId, cached: CachedRealm): void {
    if (cached.catchingUp !== undefined || this.followers.need(realmId)) return;
    this.forget(realmId, cached);
  }

  private forget(realmId: RealmId, cached: CachedRealm): void {
    this.cached.delete(realmId);
    this.bytes -= cached.bytes;
    this.followers.release(realmId);
  }

  private known(realmId: RealmId): CachedRealm | undefined {
    const cached = this.cached.get(realmId);
    const now = this.ports.clock.now();
    if (cached && cached.lastUsedAt !== now) {
      cached.lastUsedAt = now;
      this.cached.delete(realmId);
      this.cached.set(realmId, cached);
    }
    return cached;
  }

  private load(realmId: RealmId): Promise<CachedRealm> {
    const known = this.loading.get(realmId);
    if (known !== undefined) return known;
    this.followers.hold(realmId);
    const loading = this.ports.snapshots
      .load(realmId)
      .then((state) => {
        const cached = cachedAt(state, this.pastOf(realmId), this.ports.clock.now());
        this.cached.set(realmId, cached);
        this.bytes += cached.bytes;
        this.makeRoom(realmId);
        return cached;
      })
      .catch((error) => {
        this.followers.release(realmId);
        throw error;
      })
      .finally(() => this.loading.delete(realmId));
    this.loading.set(realmId, loading);
    return loading;
  }

  private pastOf(realmId: RealmId): PastStates {
    const { eventLog, clock } = this.ports;
    return new PastStates(eventLog, clock, realmId);
  }

  private async readOn(realmId: RealmId, cached: CachedRealm): Promise<void> {
    const { eventLog, snapshots } = this.ports;
    const { position } = cached.state;
    const page = await eventLog.after(realmId, position, pageSize);
    const events = E.isLeft(page) ? [] : page.right;
    const next = events[0]?.position ?? (await eventLog.head(realmId)) + 1;
    if (E.isLeft(page) || next > position + 1) {
      // The log no longer has the next events, or can't be read.
      cached.state = await snapshots.load(realmId);
      cached.recent.length = 0;
      cached.past = this.pastOf(realmId);
      this.followers.passedOver(realmId);
      return;
    }
    this.take(realmId, cached, stepsFrom(cached.state, events));
  }

  private take(realmId: RealmId, cached: CachedRealm, steps: readonly LogStep[]): void {
    // A realm that was released while catching up doesn't notify followers; its newer copy, if any, does.
    const isHeld = this.cached.get(realmId) === cached;
    let isNews = false;
    for (const step of steps) {
      if (step.position !== cached.state.position + 1) continue;
      if (cached.recent.push(cached.state) > mostRecent) cached.recent.shift();
      cached.state = step.after;
      cached.past.follow(step);
      isNews = true;
      if (isHeld) this.followers.follow(realmId, step);
    }
    cached.past.expire();
    if (cached.state.position - cached.weighedAt >= weighEvery) this.weigh(realmId, cached);
    if (isNews) this.followers.settle();
  }

  /** A realm grows while it is in memory. */
  private weigh(realmId: RealmId, cached: CachedRealm): void {
    const bytes = estimatedBytes(cached.state);
    this.bytes += bytes - cached.bytes;
    cached.bytes = bytes;
    cached.weighedAt = cached.state.position;
    this.makeRoom(realmId);
  }
}
