import { trafficDays } from "../../domain/channel-traffic";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";

/** Counts of messages by conversation id. */
export type MessageCounts = ReadonlyMap<number, number>;

interface Ports {
  readonly messages: MessageReader;
  readonly clock: Clock;
}

interface Counted {
  readonly counts: MessageCounts;
  readonly countedAt: number;
}

const goodFor = 6 * 3600 * 1000;
const secondsADay = 86_400;
/** Beyond so many realms, the oldest count is let go. */
const mostRealms = 1000;

/** How many messages each channel had in the last weeks: counted now and then, as nobody needs it to the message. */
export class ChannelTraffic {
  private readonly known = new Map<number, Counted>();
  private readonly counting = new Map<number, Promise<Counted>>();

  constructor(private readonly ports: Ports) {}

  /** The newest count. An old one is good enough while a new one is under way. */
  async of(realmId: number): Promise<MessageCounts> {
    const known = this.known.get(realmId);
    if (known && this.ports.clock.now() - known.countedAt < goodFor) return known.counts;
    const counting = this.counting.get(realmId) ?? this.count(realmId);
    return known ? known.counts : (await counting).counts;
  }

  private count(realmId: number): Promise<Counted> {
    const { messages, clock } = this.ports;
    const countedAt = clock.now();
    const since = Math.floor(countedAt / 1000) - trafficDays * secondsADay;
    const counting = messages
      .countsSince(realmId, since)
      .then((counts) => {
        const counted = { counts, countedAt };
        this.known.delete(realmId);
        this.known.set(realmId, counted);
        const [longest] = this.known.keys();
        if (this.known.size > mostRealms && longest !== undefined) this.known.delete(longest);
        return counted;
      })
      .finally(() => this.counting.delete(realmId));
    this.counting.set(realmId, counting);
    // Whoever has an old count doesn't wait for this one, nor for its failure.
    counting.catch(() => undefined);
    return counting;
  }
}
