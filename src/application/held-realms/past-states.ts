import type { RealmId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import type { EventLog } from "../ports/events/event-log";
import { pastState } from "./past-state";

/** They share the unchanged parts with the newest state. */
const mostKept = 16;
const keptMilliseconds = 30_000;

const nothing = (): void => {};

/**
 * A realm's states at earlier positions, for the queues of clients that were away. Many come back together, as after a lost
 * network: they wait for each other, and each starts from the nearest state that another has needed.
 */
export class PastStates {
  /** Least recently used first. */
  private kept: readonly RealmState[] = [];
  /** Resolves to nothing: a promise of a state would keep it in memory longer than the states that are held. */
  private restoring: Promise<void> = Promise.resolve();
  private usedAt = 0;

  constructor(
    private readonly eventLog: Pick<EventLog, "prunedUpTo" | "undos">,
    private readonly clock: { now(): number },
    private readonly realmId: RealmId,
  ) {}

  /** The state at a position, or undefined, as `pastState` says. `newer` is a state at a later position. */
  at(newer: RealmState, position: number): Promise<RealmState | undefined> {
    const restored = this.restoring.then(() => this.restore(newer, position));
    this.restoring = restored.then(nothing, nothing);
    return restored;
  }

  /** Releases states that nobody has needed for a while. */
  expire(): void {
    if (this.clock.now() - this.usedAt > keptMilliseconds) this.kept = [];
  }

  private async restore(newer: RealmState, position: number): Promise<RealmState | undefined> {
    this.usedAt = this.clock.now();
    const nearest = this.kept.reduce(
      (best, state) => (state.position >= position && state.position < best.position ? state : best),
      newer,
    );
    const state =
      nearest.position === position
        ? nearest
        : await pastState(this.eventLog, this.realmId, nearest, position);
    if (state !== undefined)
      this.kept = [...this.kept.filter((one) => one.position !== position), state].slice(-mostKept);
    return state;
  }
}
