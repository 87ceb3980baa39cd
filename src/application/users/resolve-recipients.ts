import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, noSuchUser } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { type User, userIdOfDummyEmail } from "../../domain/user";
import { canSeeUser } from "../../domain/user-access";

/** A user by id, or by an address: the real one, or one of the form `user12@host` at any host. */
export type Recipient = number | string;

/** Finds all users or fails for the first that isn't there. */
export const resolveRecipients = (
  state: RealmState,
  recipients: readonly Recipient[],
): Either<ApiError, readonly User[]> => {
  if (recipients.length === 0) return left(badRequest("Message must have recipients"));
  const found: User[] = [];
  for (const recipient of recipients) {
    const user = findUser(state, recipient);
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
    const user = findUser(state, name);
    if (user === undefined || !canSeeUser(state, reader, user, now)) return left(noSuchUser);
    if (!user.isActive) return left(badRequest("User is deactivated"));
    found.add(user);
  }
  return right([...found]);
};

/** The user of an id or of an address, the real one or the API's. */
export const findUser = (state: RealmState, recipient: Recipient): User | undefined => {
  if (typeof recipient === "number") return state.users.get(recipient);
  const host = recipient.slice(recipient.indexOf("@") + 1);
  const id = userIdOfDummyEmail(recipient, host);
  return state.userByEmail(recipient) ?? (id === undefined ? undefined : state.users.get(id));
};
