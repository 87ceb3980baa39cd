import type { RealmHead } from "../../application/ports/events/event-store";
import type { Clock } from "../../application/ports/system/clock";
import type { RealmId } from "../../domain/ids";
import type { LaneMessage } from "./lane-message";
import type { Acquisition, RealmOwnership } from "./realm-ownership";

/** A node that changed a realm within this many milliseconds is asked for the realm. */
const activeMilliseconds = 5000;
/** How long to wait for the realm: since the last sign that others hand it over, and altogether. */
const signMilliseconds = 500;
const longestMilliseconds = 5000;
/** After no node answered, none is asked for this long, unless one sends a message about ownership. */
const silentMilliseconds = 5000;
const mostLanes = 10_000;

/** This node's knowledge of the nodes that change a realm. */
interface Lane {
  /** The node that last changed the realm, or that the realm was handed to since. */
  owner: string | undefined;
  /** The position at which it became the owner. */
  position: number;
  /** The realm's head while this node is the owner, if known. */
  head: RealmHead | undefined;
  /** When a node last changed the realm or handed it over. */
  activeAt: number;
  /** No node answered before this time. */
  silentUntil: number;
  /** When other nodes asked for the realm, the earliest first. */
  readonly asking: Map<string, number>;
  /** How many acquisitions of this node haven't been released. */
  acquisitions: number;
  /** Resolves the waits of this node. */
  readonly waiting: Set<(acquired: Acquisition) => void>;
}

interface Dependencies {
  /** This node's name. */
  readonly self: string;
  readonly clock: Clock;
  readonly isConnected: () => boolean;
  readonly send: (realmId: RealmId, message: LaneMessage) => void;
}

/**
 * Ownership over the bus. A node that wants to change a realm asks the node that changed it last. That node hands the realm over as
 * soon as its own commit is written: with the head, and after the events that led there.
 */
export class BusOwnership implements RealmOwnership {
  private readonly lanes = new Map<RealmId, Lane>();

  constructor(private readonly dependencies: Dependencies) {}

  async acquire(realmId: RealmId): Promise<Acquisition> {
    const { clock, isConnected, send } = this.dependencies;
    const lane = this.laneOf(realmId);
    if (!this.isOthers(lane)) return this.acquireNow(lane, { kind: "own" });
    if (!isConnected() || clock.now() < lane.silentUntil)
      return this.acquireNow(lane, { kind: "unanswered" });
    const acquired = this.waitForHandover(lane);
    send(realmId, { kind: "asks_for_turn" });
    return acquired;
  }

  release(realmId: RealmId, head: RealmHead | undefined): void {
    const lane = this.laneOf(realmId);
    lane.acquisitions -= 1;
    const { self, clock } = this.dependencies;
    if (head !== undefined && head.position >= lane.position) {
      lane.owner = self;
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
    lane.owner = from;
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
    lane.owner = to;
    lane.position = position;
    lane.activeAt = this.dependencies.clock.now();
    if (to !== this.dependencies.self) return;
    lane.head = head;
    if (lane.waiting.size > 0) for (const resume of [...lane.waiting]) resume({ kind: "handed", head });
    else this.letNextGo(realmId, lane);
  }

  private acquireNow(lane: Lane, how: Acquisition): Acquisition {
    lane.acquisitions += 1;
    return how;
  }

  private isOthers({ owner, activeAt }: Lane): boolean {
    const { self, clock } = this.dependencies;
    return owner !== undefined && owner !== self && clock.now() - activeAt < activeMilliseconds;
  }

  /** Hands the realm to the node that asked first, if this node is the owner and isn't using it. */
  private letNextGo(realmId: RealmId, lane: Lane): void {
    const { self, clock, send } = this.dependencies;
    if (lane.owner !== self || lane.acquisitions > 0 || lane.waiting.size > 0) return;
    for (const [to, askedAt] of lane.asking) {
      lane.asking.delete(to);
      if (clock.now() - askedAt > longestMilliseconds) continue;
      lane.owner = to;
      lane.activeAt = clock.now();
      send(realmId, { kind: "gives_turn", to, position: lane.position, head: lane.head });
      return;
    }
  }

  /** Unanswered when there was no sign of other owners for a moment. */
  private waitForHandover(lane: Lane): Promise<Acquisition> {
    const { clock } = this.dependencies;
    const began = clock.now();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout;
      // The realm is acquired here, and not when the caller continues: others may ask in between.
      const resume = (acquired: Acquisition): void => {
        clearTimeout(timer);
        lane.waiting.delete(resume);
        resolve(this.acquireNow(lane, acquired));
      };
      const wait = (): void => {
        const sign = Math.max(began, lane.activeAt);
        const left = Math.min(sign + signMilliseconds, began + longestMilliseconds) - clock.now();
        if (left > 0) {
          timer = setTimeout(wait, left).unref();
          return;
        }
        lane.silentUntil = clock.now() + silentMilliseconds;
        resume({ kind: "unanswered" });
      };
      lane.waiting.add(resume);
      wait();
    });
  }

  private laneOf(realmId: RealmId): Lane {
    const known = this.lanes.get(realmId);
    this.lanes.delete(realmId);
    const lane = known ?? {
      owner: undefined,
      position: 0,
      head: undefined,
      activeAt: 0,
      silentUntil: 0,
      asking: new Map(),
      acquisitions: 0,
      waiting: new Set(),
    };
    this.lanes.set(realmId, lane);
    for (const [oldest, { acquisitions, waiting }] of this.lanes) {
      if (this.lanes.size <= mostLanes) break;
      if (acquisitions === 0 && waiting.size === 0) this.lanes.delete(oldest);
    }
    return lane;
  }
}
