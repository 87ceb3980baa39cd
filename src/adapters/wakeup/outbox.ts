import type { RealmId } from "../../domain/ids";
import type { RelayedSignal } from "../../domain/queues/signal";
import type { BusPayload, EventTexts } from "./bus-payload";
import type { LaneMessage } from "./lane-message";

/**
 * The most entries to hold while nothing can be sent. Beyond that the oldest are dropped: other nodes compare heads
 * anyway.
 */
const mostGrown = 10_000;
const mostSignals = 1000;
const mostLanes = 1000;
/** The most characters of events to hold in all. Beyond that, events are left out, and other nodes read them from the log. */
const mostLength = 2_000_000;
/** How many times a signal is tried. One that comes late misleads. */
const mostTries = 5;

/** A realm's newest position, and the newest events up to it. */
interface Grown {
  readonly position: number;
  readonly events: EventTexts | undefined;
}

/** The space that the text of an event, with its comma, takes in a payload. */
export const textBytes = (text: string): number => Buffer.byteLength(text) + 1;
const entryBytes = (entry: unknown): number => textBytes(JSON.stringify(entry));

const lengthOf = (events: EventTexts | undefined): number =>
  events === undefined ? 0 : events.texts.reduce((sum, text) => sum + text.length, 0);

/** What fits into one payload. */
class Room {
  constructor(private left: number) {}

  /** Takes the bytes, if they fit. */
  takes(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  /** Removes the first entries, as many as fit. */
  fill<A>(entries: A[], bytes: (entry: A) => number): readonly A[] {
    const count = entries.findIndex((entry) => !this.takes(bytes(entry)));
    return entries.splice(0, count < 0 ? entries.length : count);
  }
}

/** What waits to be sent: the newest position of each realm with its events, messages about its ownership, and signals in order. Bounded. */
export class Outbox {
  private readonly grown = new Map<RealmId, Grown>();
  private length = 0;
  private lanes: (readonly [RealmId, LaneMessage])[] = [];
  private signals: (readonly [RealmId, RelayedSignal])[] = [];
  private tries = 0;

  /** `mostBytes` of entries fit into one payload. */
  constructor(private readonly mostBytes: number) {}

  /** The events, as the log stores them, end at the position. */
  announce(realmId: RealmId, position: number, texts: readonly string[] = []): void {
    const known = this.take(realmId);
    const newest = Math.max(position, known?.position ?? 0);
    this.put(realmId, { position: newest, events: this.joined(known, position, texts) });
    for (const oldest of this.grown.keys()) {
      if (this.grown.size <= mostGrown) return;
      this.take(oldest);
    }
  }

  /** Adds a signal unless it can't fit into any payload. Returns whether it was added. */
  signal(realmId: RealmId, signal: RelayedSignal): boolean {
    if (entryBytes([realmId, signal]) > this.mostBytes) return false;
    this.signals.push([realmId, signal]);
    if (this.signals.length > mostSignals) this.signals.shift();
    return true;
  }

  lane(realmId: RealmId, message: LaneMessage): void {
    this.lanes.push([realmId, message]);
    if (this.lanes.length > mostLanes) this.lanes.shift();
  }

  get isEmpty(): boolean {
    return this.grown.size + this.lanes.length + this.signals.length === 0;
  }

  /**
   * Removes and returns the content of the next payload; undefined when nothing waits. A realm's events come before other
   * messages about it, so that a node that gets the realm knows what happened before.
   */
  next(): BusPayload | undefined {
    if (this.isEmpty) return undefined;
    const room = new Room(this.mostBytes);
    const grown: BusPayload["grown"][number][] = [];
    const logged: BusPayload["logged"][number][] = [];
    for (const [realmId, one] of this.grown) {
      const around = one.events === undefined ? 0 : entryBytes([realmId, one.events.first, []]);
      if (!room.takes(entryBytes([realmId, one.position]) + around)) break;
      const texts = room.fill([...(one.events?.texts ?? [])], textBytes);
      const isTooLarge = texts.length === 0 && one.events !== undefined;
      // It may still fit into an empty payload: try again there.
      if (isTooLarge && grown.length > 0) break;
      this.take(realmId);
      if (one.events === undefined || isTooLarge) {
        grown.push([realmId, one.position]);
        continue;
      }
      const { first, texts: all } = one.events;
      logged.push([realmId, { first, texts }]);
      const next = first + texts.length;
      grown.push([realmId, next - 1]);
      if (texts.length === all.length) continue;
      this.put(realmId, { position: one.position, events: { first: next, texts: all.slice(texts.length) } });
      break;
    }
    if (this.grown.size > 0) return { grown, logged, lanes: [], signals: [] };
    const lanes = room.fill(this.lanes, entryBytes);
    const signals = room.fill(this.signals, entryBytes);
    return { grown, logged, lanes, signals };
  }

  /** Records that the last payload was accepted. */
  sent(): void {
    this.tries = 0;
  }

  /**
   * Puts back a payload that was not accepted. Its events and messages about ownership are dropped: they help only right after the
   * change.
   */
  takeBack({ grown, signals }: BusPayload): void {
    for (const [realmId, position] of grown) this.announce(realmId, position);
    if (signals.length === 0) return;
    this.tries += 1;
    if (this.tries < mostTries) this.signals = [...signals, ...this.signals].slice(-mostSignals);
    else this.tries = 0;
  }

  private take(realmId: RealmId): Grown | undefined {
    const known = this.grown.get(realmId);
    this.grown.delete(realmId);
    this.length -= lengthOf(known?.events);
    return known;
  }

  private put(realmId: RealmId, grown: Grown): void {
    this.grown.set(realmId, grown);
    this.length += lengthOf(grown.events);
  }

  /** The waiting events and the new ones, if these continue them; otherwise whichever are newer. */
  private joined(
    known: Grown | undefined,
    position: number,
    texts: readonly string[],
  ): EventTexts | undefined {
    if (known !== undefined && position <= known.position) return known.events;
    const first = position - texts.length + 1;
    const before = known?.events;
    const continues = before !== undefined && before.first + before.texts.length === first;
    const events = continues ? { first: before.first, texts: [...before.texts, ...texts] } : { first, texts };
    const isKept = events.texts.length > 0 && this.length + lengthOf(events) <= mostLength;
    return isKept ? events : undefined;
  }
}
