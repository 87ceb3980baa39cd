import type { Clock } from "../../application/ports/clock";
import type { BusConnection } from "./bus";
import { inTime } from "./in-time";

/** What is kept of a realm outlives its state for half an hour: who is here. So long its news is wanted still. */
const lingerMilliseconds = 2_700_000;
const answerMilliseconds = 3000;

/** The realms whose news is wanted here, on whatever connection there is. */
export class FollowedRealms {
  private readonly followed = new Set<number>();
  /** When realms were left, the longest ago first. */
  private readonly left = new Map<number, number>();
  private connection: BusConnection | undefined;

  constructor(private readonly clock: Clock) {}

  /** Follows all of them on a new connection. */
  async begin(connection: BusConnection): Promise<void> {
    this.connection = connection;
    void connection.ended.then(() => {
      if (this.connection === connection) this.connection = undefined;
    });
    await inTime("The wake-up bus did not answer", answerMilliseconds, connection.follow([...this.followed]));
  }

  async follow(realmId: number): Promise<void> {
    this.left.delete(realmId);
    const isNew = !this.followed.has(realmId);
    this.followed.add(realmId);
    if (isNew) await this.connection?.follow([realmId]);
  }

  /** Stops following by and by: it costs little, and somebody may come back. */
  async leave(realmId: number): Promise<void> {
    const now = this.clock.now();
    this.left.delete(realmId);
    this.left.set(realmId, now);
    for (const [longest, leftAt] of this.left) {
      if (now - leftAt < lingerMilliseconds) return;
      this.left.delete(longest);
      this.followed.delete(longest);
      await this.connection?.leave(longest);
    }
  }
}
