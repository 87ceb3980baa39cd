import type { RealmEvent } from "../../domain/event";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { canSeeUser, seesEveryone } from "../../domain/user-access";
import type { Transaction } from "../transaction";

/** So many people are told of in one event, which has room for that many words. */
const peopleAtOnce = 1000;
/** For more readers than these, everybody is told of: most are in somebody's difference anyway. */
const fewReaders = 20;

/** Whether the event decides who may know of everyone. */
const isDecisive = (event: RealmEvent): boolean =>
  event.type === "role_changed" ||
  (event.type === "realm_changed" && event.change.permissions?.canAccessAllUsersGroup !== undefined);

/** Tells guests of the people whom they may know of since the events, and takes away those whom they no longer may. */
export const appendPeopleSight = (
  tx: Transaction,
  events: readonly RealmEvent[],
  after: RealmState,
): void => {
  if (!events.some(isDecisive)) return;
  const { state: before, now } = tx;
  const gained: User[] = [];
  const lost: User[] = [];
  for (const user of after.users.values()) {
    const was = before.users.get(user.id);
    if (was === undefined || !user.isActive) continue;
    const sawAll = seesEveryone(before, was, now);
    if (sawAll !== seesEveryone(after, user, now)) (sawAll ? lost : gained).push(user);
  }
  // Whoever sees everyone in the one state is limited in the other.
  tell(tx, "people_revealed", gained, before);
  tell(tx, "people_hidden", lost, after);
};

const tell = (
  tx: Transaction,
  type: "people_revealed" | "people_hidden",
  readers: readonly User[],
  limited: RealmState,
): void => {
  if (readers.length === 0) return;
  const personIds = [...limited.users.values()]
    .filter(
      (person) =>
        readers.length > fewReaders ||
        readers.some(({ id }) => {
          const reader = limited.users.get(id);
          return reader !== undefined && !canSeeUser(limited, reader, person, tx.now);
        }),
    )
    .map(({ id }) => id);
  const userIds = readers.map(({ id }) => id);
  for (let from = 0; from < personIds.length; from += peopleAtOnce)
    tx.append({ type, userIds, personIds: personIds.slice(from, from + peopleAtOnce) });
};

/** Tells limited guests of those with whom they begin to talk. */
export const appendAcquaintance = (tx: Transaction, participants: readonly number[]): void => {
  const guestIds = participants.filter((id) => {
    const user = tx.state.users.get(id);
    return user?.isActive === true && !seesEveryone(tx.state, user, tx.now);
  });
  if (guestIds.length > 0) tx.append({ type: "people_revealed", userIds: guestIds, personIds: participants });
};
