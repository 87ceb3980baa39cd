import { trafficDays } from "../../domain/channels/channel-traffic";
import type { ConversationId, RealmId } from "../../domain/ids";
import { millisecondsIn, secondsIn } from "../../domain/units/time";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";

/** Counts of messages by conversation id. */
export type MessageCounts = ReadonlyMap<ConversationId, number>;

interface Ports {
  readonly messages: MessageReader;
  readonly clock: Clock;
}

interface Counted {
  readonly counts: MessageCounts;
  readonly countedAt: number;
}

const freshForMilliseconds = 6 * millisecondsIn.hour;
/** Beyond this many realms, the oldest count is dropped. */
const mostRealms = 1000;

/** Caches the number of messages in each channel over the last weeks. Counts may be hours old. */
export class ChannelTraffic {
  private readonly cached = new Map<RealmId, Counted>();
  private readonly counting = new Map<RealmId, Promise<Counted>>();

  constructor(private readonly ports: Ports) {}

  /** The cached counts. A stale cache starts a new count and returns the old one meanwhile. */
  async recentCounts(realmId: RealmId): Promise<MessageCounts> {
    const cached = this.cached.get(realmId);
    if (cached && this.ports.clock.now() - cached.countedAt < freshForMilliseconds) return cached.counts;
    const counting = this.counting.get(realmId) ?? this.count(realmId);
    return cached ? cached.counts : (await counting).counts;
  }

  private count(realmId: RealmId): Promise<Counted> {
    const { messages, clock } = this.ports;
    const countedAt = clock.now();
    const since = Math.floor(countedAt / 1000) - trafficDays * secondsIn.day;
    const counting = messages
      .countsSince(realmId, since)
      .then((counts) => {
        const counted = { counts, countedAt };
        this.cached.delete(realmId);
        this.cached.set(realmId, counted);
        const [oldest] = this.cached.keys();
        if (this.cached.size > mostRealms && oldest !== undefined) this.cached.delete(oldest);
        return counted;
      })
      .finally(() => this.counting.delete(realmId));
    this.counting.set(realmId, counting);
    // Callers that already have a stale count don't wait for this query and must not fail with it.
    counting.catch(() => undefined);
    return counting;
  }
}
