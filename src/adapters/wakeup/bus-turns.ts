import type { RealmHead } from "../../application/ports/events/event-store";
import type { Clock } from "../../application/ports/system/clock";
import type { RealmId } from "../../domain/ids";
import type { LaneMessage } from "./lane-message";
import type { LaneTurns, Taken } from "./lane-turns";

/** A node that changed a realm within this many milliseconds is asked for the turn. */
const activeMilliseconds = 5000;
/** How long to wait for a turn: since the last sign that others take theirs, and altogether. */
const signMilliseconds = 500;
const longestMilliseconds = 5000;
/** After no node answered, none is asked for this long, unless one sends a message about turns. */
const silentMilliseconds = 5000;
const mostLanes = 10_000;

/** This node's knowledge of the nodes that change a realm. */
interface Lane {
  /** The node that last changed the realm, or that the turn was handed to since. */
  holder: string | undefined;
  /** The position at which it became the holder. */
  position: number;
  /** The realm's head while this node is the holder, if known. */
  head: RealmHead | undefined;
  /** When a node last changed the realm or handed its turn over. */
  activeAt: number;
  /** No node answered before this time. */
  silentUntil: number;
  /** When other nodes asked for their turn, the earliest first. */
  readonly asking: Map<string, number>;
  /** How many turns of this node have begun and not ended. */
  taken: number;
  /** Resolves the waits of this node. */
  readonly waiting: Set<(taken: Taken) => void>;
}

interface Dependencies {
  /** This node's name. */
  readonly self: string;
  readonly clock: Clock;
  readonly isConnected: () => boolean;
  readonly send: (realmId: RealmId, message: LaneMessage) => void;
}

/**
 * Turns over the bus. A node that wants to change a realm asks the node that changed it last. That node hands the turn over as
 * soon as its own commit is written: with the head, and after the events that led there.
 */
export class BusTurns implements LaneTurns {
  private readonly lanes = new Map<RealmId, Lane>();

  constructor(private readonly dependencies: Dependencies) {}

  async take(realmId: RealmId): Promise<Taken> {
    const { clock, isConnected, send } = this.dependencies;
    const lane = this.laneOf(realmId);
    if (!this.isOthers(lane)) return this.begun(lane, { kind: "own" });
    if (!isConnected() || clock.now() < lane.silentUntil) return this.begun(lane, { kind: "unanswered" });
    const taken = this.untilHanded(lane);
    send(realmId, { kind: "asks_for_turn" });
    return taken;
  }

  end(realmId: RealmId, head: RealmHead | undefined): void {
    const lane = this.laneOf(realmId);
    lane.taken -= 1;
    const { self, clock } = this.dependencies;
    if (head !== undefined && head.position >= lane.position) {
      lane.holder = self;
      lane.position = head.position;
      lane.activeAt = clock.now();
    }
    lane.head = head;
    this.letNextGo(realmId, lane);
  }

  /** Another node's commit reached a position. */
  heardCommit(realmId: RealmId, from: string, position: number): void {
    const lane = this.laneOf(realmId);
    lane.asking.delete(from);
    if (position <= lane.position) return;
    lane.holder = from;
    lane.position = position;
    lane.activeAt = this.dependencies.clock.now();
  }

  heardAsking(realmId: RealmId, from: string): void {
    const lane = this.laneOf(realmId);
    lane.silentUntil = 0;
    lane.asking.set(from, this.dependencies.clock.now());
    this.letNextGo(realmId, lane);
  }

  heardGiving(realmId: RealmId, { to, position, head }: Extract<LaneMessage, { kind: "gives_turn" }>): void {
    const lane = this.laneOf(realmId);
    lane.silentUntil = 0;
    lane.asking.delete(to);
    if (position < lane.position) return;
    lane.holder = to;
    lane.position = position;
    lane.activeAt = this.dependencies.clock.now();
    if (to !== this.dependencies.self) return;
    lane.head = head;
    if (lane.waiting.size > 0) for (const settle of [...lane.waiting]) settle({ kind: "handed", head });
    else this.letNextGo(realmId, lane);
  }

  private begun(lane: Lane, taken: Taken): Taken {
    lane.taken += 1;
    return taken;
  }

  private isOthers({ holder, activeAt }: Lane): boolean {
    const { self, clock } = this.dependencies;
    return holder !== undefined && holder !== self && clock.now() - activeAt < activeMilliseconds;
  }

  /** Hands the turn to the node that asked first, if this node is the holder and has no turn in progress. */
  private letNextGo(realmId: RealmId, lane: Lane): void {
    const { self, clock, send } = this.dependencies;
    if (lane.holder !== self || lane.taken > 0 || lane.waiting.size > 0) return;
    for (const [to, askedAt] of lane.asking) {
      lane.asking.delete(to);
      if (clock.now() - askedAt > longestMilliseconds) continue;
      lane.holder = to;
      lane.activeAt = clock.now();
      send(realmId, { kind: "gives_turn", to, position: lane.position, head: lane.head });
      return;
    }
  }

  /** Unanswered when there was no sign of others' turns for a moment. */
  private untilHanded(lane: Lane): Promise<Taken> {
    const { clock } = this.dependencies;
    const began = clock.now();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout;
      // The turn begins here, and not when the caller continues: others may ask in between.
      const settle = (taken: Taken): void => {
        clearTimeout(timer);
        lane.waiting.delete(settle);
        resolve(this.begun(lane, taken));
      };
      const wait = (): void => {
        const sign = Math.max(began, lane.activeAt);
        const left = Math.min(sign + signMilliseconds, began + longestMilliseconds) - clock.now();
        if (left > 0) {
          timer = setTimeout(wait, left).unref();
          return;
        }
        lane.silentUntil = clock.now() + silentMilliseconds;
        settle({ kind: "unanswered" });
      };
      lane.waiting.add(settle);
      wait();
    });
  }

  private laneOf(realmId: RealmId): Lane {
    const known = this.lanes.get(realmId);
    this.lanes.delete(realmId);
    const lane = known ?? {
      holder: undefined,
      position: 0,
      head: undefined,
      activeAt: 0,
      silentUntil: 0,
      asking: new Map(),
      taken: 0,
      waiting: new Set(),
    };
    this.lanes.set(realmId, lane);
    for (const [oldest, { taken, waiting }] of this.lanes) {
      if (this.lanes.size <= mostLanes) break;
      if (taken === 0 && waiting.size === 0) this.lanes.delete(oldest);
    }
    return lane;
  }
}
