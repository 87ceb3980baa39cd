import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, noSuchUser } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { type User, userIdOfDummyEmail } from "../../domain/user";
import { canSeeUser } from "../../domain/user-access";

/** A user by id, or by an address: the real one, or one of the form `user12@host` at any host. */
export type Recipient = number | string;

/** A conversation is found by the ids of all who are in it: PostgreSQL's indexes take keys of so many. */
export const mostRecipients = 200;

/** Finds all users, or fails for the first that isn't there for the sender. */
export const resolveRecipients = (
  { state, now }: { readonly state: RealmState; readonly now: number },
  sender: User,
  recipients: readonly Recipient[],
): Either<ApiError, readonly User[]> => {
  if (recipients.length === 0) return left(badRequest("Message must have recipients"));
  if (recipients.length > mostRecipients)
    return left(badRequest(`A direct message can go to at most ${mostRecipients} people.`));
  const found: User[] = [];
  for (const recipient of recipients) {
    const user = findKnownUser(state, sender, recipient, now);
    if (user === undefined)
      return left(
        badRequest(
          typeof recipient === "number" ? `Invalid user ID ${recipient}` : `Invalid email '${recipient}'`,
        ),
      );
    found.push(user);
  }
  return right(found);
};

/** Finds users who are active and whom the reader may know of, each once; fails for the first that isn't. */
export const findActiveUsers = (
  { state, now }: { readonly state: RealmState; readonly now: number },
  reader: User,
  names: readonly Recipient[],
): Either<ApiError, readonly User[]> => {
  const found = new Set<User>();
  for (const name of names) {
    const user = findKnownUser(state, reader, name, now);
    if (user === undefined) return left(noSuchUser);
    if (!user.isActive) return left(badRequest("User is deactivated"));
    found.add(user);
  }
  return right([...found]);
};

/** The same as `findUser`, for a reader who may not know of everyone. */
export const findKnownUser = (
  state: RealmState,
  reader: User,
  recipient: Recipient,
  now: number,
): User | undefined => {
  const user = findUser(state, recipient);
  return user && canSeeUser(state, reader, user, now) ? user : undefined;
};

/** The user of an id or of an address, the real one or the API's. Whoever asks may have to know nothing of them. */
export const findUser = (state: RealmState, recipient: Recipient): User | undefined => {
  if (typeof recipient === "number") return state.users.get(recipient);
  const host = recipient.slice(recipient.indexOf("@") + 1);
  const id = userIdOfDummyEmail(recipient, host);
  return state.userByEmail(recipient) ?? (id === undefined ? undefined : state.users.get(id));
};
