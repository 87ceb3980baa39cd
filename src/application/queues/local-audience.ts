import type { UserId } from "../../domain/ids";
import { type Audience, audienceAmong } from "../../domain/queues/event-audience";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import type { LiveQueue } from "./live-queue";

/** A user with queues on this node. */
interface QueueHolder {
  readonly user: User;
  readonly queues: ReadonlySet<LiveQueue>;
  /** Whether the user belongs to the audience. */
  readonly isAddressed: boolean;
}

/**
 * The members of the audience with queues on this node. Iterates over the smaller of two: the users named by
 * the audience, or those with queues. `withOthers` also yields users with queues outside the audience.
 */
export function* localAudience(
  users: ReadonlyMap<UserId, ReadonlySet<LiveQueue>>,
  audience: Audience,
  state: RealmState,
  now: number,
  withOthers: boolean,
): Generator<QueueHolder> {
  const byName = !withOthers && audience.to === "users" && audience.userIds.length < users.size;
  const isIn = audienceAmong(audience, state, users, now);
  for (const userId of byName ? audience.userIds : users.keys()) {
    const user = state.users.get(userId);
    const queues = users.get(userId);
    if (user === undefined || queues === undefined) continue;
    const isAddressed = isIn(user);
    if (isAddressed || withOthers) yield { user, queues, isAddressed };
  }
}
