import type { Clock } from "../../application/ports/system/clock";
import { withTimeout } from "../../application/with-timeout";
import type { RealmId } from "../../domain/ids";
import type { BusConnection } from "./bus";

/**
 * Presence outlives a realm's state in memory by half an hour, so news of the realm stays useful until then.
 */
const lingerMilliseconds = 2_700_000;
const answerMilliseconds = 3000;

/** The realms whose news this process wants, on any connection. */
export class FollowedRealms {
  private readonly followed = new Set<RealmId>();
  /** When realms were left, the longest ago first. */
  private readonly left = new Map<RealmId, number>();
  private connection: BusConnection | undefined;

  constructor(private readonly clock: Clock) {}

  /** Follows all of them on a new connection. */
  async begin(connection: BusConnection): Promise<void> {
    this.connection = connection;
    void connection.ended.then(() => {
      if (this.connection === connection) this.connection = undefined;
    });
    await withTimeout(
      "The wake-up bus didn't answer",
      answerMilliseconds,
      connection.follow([...this.followed]),
    );
  }

  has(realmId: RealmId): boolean {
    return this.followed.has(realmId) && !this.left.has(realmId);
  }

  async follow(realmId: RealmId): Promise<void> {
    this.left.delete(realmId);
    const isNew = !this.followed.has(realmId);
    this.followed.add(realmId);
    if (isNew) await this.connection?.follow([realmId]);
  }

  /** Unsubscribes with a delay: a subscription costs little, and users may return. */
  async leave(realmId: RealmId): Promise<void> {
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
