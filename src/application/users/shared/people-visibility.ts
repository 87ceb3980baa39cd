import { compactIds } from "../../../domain/collections/compact-ids";
import type { RealmEvent } from "../../../domain/events/event";
import type { UserId } from "../../../domain/ids";
import { seesEveryone, usersSeenBy } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** The maximum of people in one event, which lists their ids. */
const peopleAtOnce = 1000;

/** With more readers than this, the event lists everybody: most people are hidden from some reader anyway. */
const fewReaders = 20;

/** Whether the event can change who sees everyone. */
const isDecisive = (event: RealmEvent): boolean =>
  event.type === "role_changed" ||
  (event.type === "realm_changed" && event.change.permissions?.canAccessAllUsersGroup !== undefined);

/** Announces to guests which people the events reveal to them or hide from them. */
export const appendVisibilityChanges = (
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
  // A user who sees everyone in one state is limited in the other.
  appendVisibility(tx, "people_revealed", gained, before);
  appendVisibility(tx, "people_hidden", lost, after);
};

const appendVisibility = (
  tx: Transaction,
  type: "people_revealed" | "people_hidden",
  readers: readonly User[],
  limited: RealmState,
): void => {
  if (readers.length === 0) return;
  const views =
    readers.length > fewReaders
      ? undefined
      : readers.flatMap(({ id }) => {
          const reader = limited.users.get(id);
          return reader === undefined ? [] : usersSeenBy(limited, reader, tx.now);
        });
  const personIds = [...limited.users.values()]
    .filter((person) => views === undefined || views.some(({ isSeen }) => !isSeen(person)))
    .map(({ id }) => id);
  // Each event has the list, which must be short in the log, too.
  const userIds = compactIds(readers.map(({ id }) => id));
  for (let from = 0; from < personIds.length; from += peopleAtOnce)
    tx.append({ type, userIds, personIds: personIds.slice(from, from + peopleAtOnce) });
};

/** Reveals the participants of a new direct conversation to the limited guests among them. */
export const appendAcquaintance = (tx: Transaction, participants: readonly UserId[]): void => {
  const guestIds = participants.filter((id) => {
    const user = tx.state.users.get(id);
    return user?.isActive === true && !seesEveryone(tx.state, user, tx.now);
  });
  if (guestIds.length > 0)
    tx.append({ type: "people_revealed", userIds: compactIds(guestIds), personIds: participants });
};
