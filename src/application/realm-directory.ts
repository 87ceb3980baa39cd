import { isLeft } from "fp-ts/Either";
import type { RealmState } from "../domain/realm-state";
import { apply } from "../domain/state/apply";
import { estimatedBytes } from "../domain/state/estimated-bytes";
import type { LogStep } from "../domain/state/log-step";
import { type HeldRealm, heldAt } from "./held-realm";
import type { LogFollower } from "./log-follower";
import { pastState } from "./past-state";
import type { EventLog } from "./ports/event-log";
import type { RealmSnapshots } from "./ports/realm-snapshots";

interface Ports {
  readonly snapshots: Pick<RealmSnapshots, "load">;
  readonly eventLog: Pick<EventLog, "after" | "forgotten" | "head" | "undosAfter">;
  readonly clock: { now(): number };
  /** Takes what a follower threw: the change stands. */
  readonly onError: (error: unknown) => void;
  /** How much memory realms may take that nobody polls; as much as there is if absent. */
  readonly mostBytes?: number;
}

const pageSize = 1000;
const mostRecent = 64;
/** After so many events a realm is weighed again. */
const weighEvery = 500;

/** The realms' states in memory. They follow the log, and nothing else changes them. DESIGN §3. */
export class RealmDirectory {
  private readonly loading = new Map<number, Promise<HeldRealm>>();
  /** The longest unused first. */
  private readonly held = new Map<number, HeldRealm>();
  private readonly followers: LogFollower[] = [];
  private bytes = 0;

  get heldRealms(): number {
    return this.held.size;
  }

  /** An estimate. */
  get heldBytes(): number {
    return this.bytes;
  }

  constructor(private readonly ports: Ports) {}

  follow(follower: LogFollower): void {
    this.followers.push(follower);
  }

  /** The realm's newest state that is known here, loaded at first use. It never changes: hold it as long as you like. */
  async of(realmId: number): Promise<RealmState> {
    return (this.known(realmId) ?? (await this.load(realmId))).state;
  }

  /** The state after everything that is committed now, on whatever node. */
  async newest(realmId: number): Promise<RealmState> {
    const known = this.positionOf(realmId);
    const head = await this.ports.eventLog.head(realmId);
    if (head < known) this.discard(realmId);
    return this.catchUp(realmId, head);
  }

  /** The newest state if the realm is held here; looking doesn't count as use. */
  peek(realmId: number): RealmState | undefined {
    return this.held.get(realmId)?.state;
  }

  /** How far the state here is; 0 for a realm that isn't held. */
  positionOf(realmId: number): number {
    return this.held.get(realmId)?.state.position ?? 0;
  }

  /** The realms held here and how far each is. */
  loadedPositions(): ReadonlyMap<number, number> {
    return new Map([...this.held].map(([realmId, { state }]) => [realmId, state.position]));
  }

  /**
   * Brings the state up to a position that is committed, or beyond. It stays behind the position only where the log
   * ends before it, as after a failover to a replica that had not received the newest events.
   */
  async catchUp(realmId: number, position: number): Promise<RealmState> {
    // Following the log is no use of the realm: what other nodes do doesn't keep it here.
    const held = this.held.get(realmId) ?? (await this.load(realmId));
    while (held.state.position < position) {
      const { position: before } = held.state;
      // A reading under way may have begun before the position was committed: then another one follows.
      const beganEarlier = held.catchingUp !== undefined;
      held.catchingUp ??= this.readOn(realmId, held).finally(() => {
        held.catchingUp = undefined;
      });
      await held.catchingUp;
      if (held.state.position === before && !beganEarlier) break;
    }
    return held.state;
  }

  /** The state at exactly one committed position; undefined where it is too long ago to be found, or isn't in the log. */
  async at(realmId: number, position: number): Promise<RealmState | undefined> {
    const newest = await this.catchUp(realmId, position);
    if (newest.position === position) return newest;
    if (newest.position < position) return undefined;
    const recent = this.held.get(realmId)?.recent.findLast((state) => state.position === position);
    return recent ?? pastState(this.ports.eventLog, realmId, newest, position);
  }

  /** Lets go of a state that is ahead of the log: the log has lost events that it was made of. */
  discard(realmId: number): void {
    const held = this.held.get(realmId);
    if (held === undefined) return;
    this.forget(realmId, held);
    for (const follower of this.followers) this.guarded(() => follower.passedOver?.(realmId));
  }

  /** Takes events that this process has just committed. */
  committed(realmId: number, steps: readonly LogStep[]): void {
    const held = this.held.get(realmId);
    if (held) this.take(realmId, held, steps);
  }

  /** Lets realms go that nobody has used since a time in Unix milliseconds, unless a follower needs them. */
  releaseUnused(usedBefore: number): void {
    for (const [realmId, held] of this.held) {
      if (held.lastUsedAt >= usedBefore) return;
      this.release(realmId, held);
    }
  }

  /** Makes room for a realm that was loaded, at the cost of those that were unused the longest. */
  private makeRoom(loadedId: number): void {
    const { mostBytes = Number.POSITIVE_INFINITY } = this.ports;
    for (const [realmId, held] of this.held) {
      if (this.bytes <= mostBytes) return;
      if (realmId !== loadedId) this.release(realmId, held);
    }
  }

  private release(realmId: number, held: HeldRealm): void {
    if (held.catchingUp !== undefined || this.followers.some((follower) => follower.needs?.(realmId))) return;
    this.forget(realmId, held);
  }

  private forget(realmId: number, held: HeldRealm): void {
    this.held.delete(realmId);
    this.bytes -= held.bytes;
    for (const follower of this.followers) this.guarded(() => follower.release?.(realmId));
  }

  private known(realmId: number): HeldRealm | undefined {
    const held = this.held.get(realmId);
    const now = this.ports.clock.now();
    if (held && held.lastUsedAt !== now) {
      held.lastUsedAt = now;
      this.held.delete(realmId);
      this.held.set(realmId, held);
    }
    return held;
  }

  private load(realmId: number): Promise<HeldRealm> {
    const known = this.loading.get(realmId);
    if (known !== undefined) return known;
    for (const follower of this.followers) this.guarded(() => follower.hold?.(realmId));
    const loading = this.ports.snapshots
      .load(realmId)
      .then((state) => {
        const held = heldAt(state, this.ports.clock.now());
        this.held.set(realmId, held);
        this.bytes += held.bytes;
        this.makeRoom(realmId);
        return held;
      })
      .catch((error) => {
        for (const follower of this.followers) this.guarded(() => follower.release?.(realmId));
        throw error;
      })
      .finally(() => this.loading.delete(realmId));
    this.loading.set(realmId, loading);
    return loading;
  }

  private async readOn(realmId: number, held: HeldRealm): Promise<void> {
    const { eventLog, snapshots } = this.ports;
    const { position } = held.state;
    const page = await eventLog.after(realmId, position, pageSize);
    const events = isLeft(page) ? [] : page.right;
    const next = events[0]?.position ?? (await eventLog.head(realmId)) + 1;
    if (isLeft(page) || next > position + 1) {
      // The log no longer has what comes next, or it can't be read.
      held.state = await snapshots.load(realmId);
      held.recent.length = 0;
      for (const follower of this.followers) this.guarded(() => follower.passedOver?.(realmId));
      return;
    }
    let before = held.state;
    const steps: LogStep[] = [];
    for (const logged of events) {
      if (logged.position <= before.position) continue;
      const after = apply(before, logged.event);
      steps.push({ position: logged.position, before, event: logged.event, after });
      before = after;
    }
    this.take(realmId, held, steps);
  }

  private take(realmId: number, held: HeldRealm, steps: readonly LogStep[]): void {
    // A realm released while it caught up no longer notifies followers: a newer copy does, if there is one.
    const followers = this.held.get(realmId) === held ? this.followers : [];
    let isNews = false;
    for (const step of steps) {
      if (step.position !== held.state.position + 1) continue;
      if (held.recent.push(held.state) > mostRecent) held.recent.shift();
      held.state = step.after;
      isNews = true;
      for (const follower of followers) this.guarded(() => follower.follow?.(realmId, step));
    }
    if (held.state.position - held.weighedAt >= weighEvery) this.weigh(realmId, held);
    if (isNews) for (const follower of this.followers) this.guarded(() => follower.settle?.());
  }

  /** A realm grows while it is held. */
  private weigh(realmId: number, held: HeldRealm): void {
    const bytes = estimatedBytes(held.state);
    this.bytes += bytes - held.bytes;
    held.bytes = bytes;
    held.weighedAt = held.state.position;
    this.makeRoom(realmId);
  }

  private guarded(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.ports.onError(error);
    }
  }
}
