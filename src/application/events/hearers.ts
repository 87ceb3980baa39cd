import { type Audience, isAmong } from "../../domain/event-audience";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { LiveQueue } from "./held-queues";

/** Somebody with queues here. */
interface Hearer {
  readonly user: User;
  readonly queues: ReadonlySet<LiveQueue>;
  /** Whether they belong to the audience. */
  readonly isAddressed: boolean;
}

/**
 * Whoever of the audience has queues here, as the realm is in this state. Goes over whichever is fewer: those addressed by
 * name, or those with queues; `withOthers` also gives those with queues who aren't addressed.
 */
export function* hearers(
  users: ReadonlyMap<number, ReadonlySet<LiveQueue>>,
  audience: Audience,
  state: RealmState,
  now: number,
  withOthers: boolean,
): Generator<Hearer> {
  const byName = !withOthers && audience.to === "users" && audience.userIds.length < users.size;
  for (const userId of byName ? audience.userIds : users.keys()) {
    const user = state.users.get(userId);
    const queues = users.get(userId);
    if (user === undefined || queues === undefined) continue;
    const isAddressed = isAmong(audience, state, user, now);
    if (isAddressed || withOthers) yield { user, queues, isAddressed };
  }
}
