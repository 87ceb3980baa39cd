import { canSeeUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { dummyEmail, type User } from "../../../domain/users/user";
import { apiEmail, avatarUrl, type Reader, unknownUserName, unknownUserPicture } from "./user";

/** Whether messages may name a user to the reader. Visibility to guests doesn't depend on the time. */
export const isKnownTo = ({ user: reader }: Pick<Reader, "user">, state: RealmState, user: User): boolean =>
  reader === undefined || canSeeUser(state, reader, user, 0);

/** A user's email address, or a dummy address if the reader may not know the user. */
export const shownEmail = (
  user: User | undefined,
  state: RealmState,
  reader: Pick<Reader, "user" | "realm">,
): string => {
  if (user === undefined) return "";
  return isKnownTo(reader, state, user) ? apiEmail(user, reader) : dummyEmail(user.id, reader.realm.host);
};

/** A user's name, or a stand-in if the reader may not know the user. */
export const shownName = (
  user: User | undefined,
  state: RealmState,
  reader: Pick<Reader, "user">,
): string => {
  if (user === undefined) return "";
  return isKnownTo(reader, state, user) ? user.fullName : unknownUserName;
};

/** A user's avatar, or a stand-in if the reader may not know the user. */
export const shownAvatar = (user: User | undefined, state: RealmState, reader: Reader): string | null => {
  if (user === undefined) return null;
  return isKnownTo(reader, state, user) ? avatarUrl(user, reader) : unknownUserPicture;
};
