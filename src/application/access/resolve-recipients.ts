import * as E from "fp-ts/Either";
import { canSeeUser } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import { canSeeEmail } from "../../domain/users/email";
import {
  invalidRecipient,
  noRecipients,
  noSuchUser,
  tooManyRecipients,
  type UserError,
  userIsDeactivated,
} from "../../domain/users/refusals";
import { type User, userIdOfDummyEmail } from "../../domain/users/user";

/** A user by id, or by email address: the real one, or `user12@host` with any host. */
export type Recipient = number | string;

/** The participants' ids form an index key, whose size PostgreSQL limits. */
export const mostRecipients = 200;

/** Finds all users, or fails for the first that the sender can't see. */
export const resolveRecipients = (
  { state, now }: { readonly state: RealmState; readonly now: number },
  sender: User,
  recipients: readonly Recipient[],
): E.Either<UserError, readonly User[]> => {
  if (recipients.length === 0) return E.left(noRecipients);
  if (recipients.length > mostRecipients) return E.left(tooManyRecipients(mostRecipients));
  const found: User[] = [];
  for (const recipient of recipients) {
    const user = findKnownUser(state, sender, recipient, now);
    if (user === undefined) return E.left(invalidRecipient(recipient));
    found.push(user);
  }
  return E.right(found);
};

/** Finds active users that the reader may see, each once; fails for the first that isn't one. */
export const findActiveUsers = (
  { state, now }: { readonly state: RealmState; readonly now: number },
  reader: User,
  names: readonly Recipient[],
): E.Either<UserError, readonly User[]> => {
  const found = new Set<User>();
  for (const name of names) {
    const user = findKnownUser(state, reader, name, now);
    if (user === undefined) return E.left(noSuchUser);
    if (!user.isActive) return E.left(userIsDeactivated);
    found.add(user);
  }
  return E.right([...found]);
};

/** Like `findUser`, for a reader who may not see everyone, nor every address. */
export const findKnownUser = (
  state: RealmState,
  reader: User,
  recipient: Recipient,
  now: number,
): User | undefined => {
  const user = findUser(state, recipient, (holder) => canSeeEmail(reader, holder));
  return user && canSeeUser(state, reader, user, now) ? user : undefined;
};

/**
 * Finds a user by id, by the real address or by a dummy address. The reader may not be allowed to see the user. A real
 * address matches only if the reader may see it.
 */
export const findUser = (
  state: RealmState,
  recipient: Recipient,
  isAddressKnown: (holder: User) => boolean = () => true,
): User | undefined => {
  if (typeof recipient === "number") return state.users.get(recipient);
  const holder = state.userByEmail(recipient);
  if (holder !== undefined && isAddressKnown(holder)) return holder;
  const host = recipient.slice(recipient.indexOf("@") + 1);
  const id = userIdOfDummyEmail(recipient, host);
  return id === undefined ? undefined : state.users.get(id);
};
