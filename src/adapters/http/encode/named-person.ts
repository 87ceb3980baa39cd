import type { RealmState } from "../../../domain/realm-state";
import { dummyEmail, type User } from "../../../domain/user";
import { canSeeUser } from "../../../domain/user-access";
import { apiEmail, avatarUrl, type Reader, unknownUserName, unknownUserPicture } from "./user";

/** Whether messages may name somebody to the reader. Which guests see everyone doesn't depend on the time. */
export const isKnownTo = ({ user: reader }: Pick<Reader, "user">, state: RealmState, user: User): boolean =>
  reader === undefined || canSeeUser(state, reader, user, 0);

/** The address of somebody, or of nobody where the reader may not know them. */
export const namedEmail = (
  user: User | undefined,
  state: RealmState,
  reader: Pick<Reader, "user" | "realm">,
): string => {
  if (user === undefined) return "";
  return isKnownTo(reader, state, user) ? apiEmail(user, reader) : dummyEmail(user.id, reader.realm.host);
};

/** What the reader calls somebody. */
export const namedFully = (
  user: User | undefined,
  state: RealmState,
  reader: Pick<Reader, "user">,
): string => {
  if (user === undefined) return "";
  return isKnownTo(reader, state, user) ? user.fullName : unknownUserName;
};

/** The picture that the reader has of somebody. */
export const namedPicture = (user: User | undefined, state: RealmState, reader: Reader): string | null => {
  if (user === undefined) return null;
  return isKnownTo(reader, state, user) ? avatarUrl(user, reader) : unknownUserPicture;
};
