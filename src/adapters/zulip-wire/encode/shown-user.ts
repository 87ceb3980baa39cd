import type { UserId } from "../../../domain/ids";
import { canSeeUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { canSeeEmail } from "../../../domain/users/email";
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

/** Whether the reader sees a user, and their address. */
export const sightOf = (
  id: UserId,
  reader: Reader & { readonly user: User; readonly state: RealmState },
): string => {
  const user = reader.state.users.get(id);
  if (user === undefined) return "absent";
  if (!isKnownTo(reader, reader.state, user)) return "hidden";
  return canSeeEmail(reader.user, user) ? "seen" : "named";
};
