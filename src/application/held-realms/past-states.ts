import type { RealmId } from "../../domain/ids";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import type { EventLog } from "../ports/events/event-log";
import { pastState } from "./past-state";

/** They share the unchanged parts with the newest state. */
const mostKept = 16;
const keptMilliseconds = 30_000;

/** After this many changes, a state is noted for clients that return from before it. */
export const notedEvery = 2500;
/** Together they span twenty minutes of one user's calls. */
const mostNoted = 16;

const nothing = (): void => {};

/**
 * A realm's states at earlier positions, for the queues of clients that were away. Many come back together, as after a lost
 * network: they wait for each other, and each starts from the nearest state that another has needed.
 */
export class PastStates {
  /** Least recently used first. */
  private kept: readonly RealmState[] = [];
  /** States that were the newest, oldest first: going back through the log begins at the nearest one. */
  private noted: readonly RealmState[] = [];
  private unnoted = 0;
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

  /** Notes some of the states that the log leads to. */
  follow({ before, after }: LogStep): void {
    if (after.parts === before.parts) return;
    this.unnoted += 1;
    if (this.unnoted < notedEvery) return;
    this.unnoted = 0;
    this.noted = [...this.noted, after].slice(-mostNoted);
  }

  /** Releases states that nobody has needed for a while. */
  expire(): void {
    if (this.clock.now() - this.usedAt > keptMilliseconds) this.kept = [];
  }

  private async restore(newer: RealmState, position: number): Promise<RealmState | undefined> {
    this.usedAt = this.clock.now();
    const nearest = [...this.noted, ...this.kept].reduce(
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
