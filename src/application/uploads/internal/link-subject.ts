import type { RealmState } from "../../../domain/state/realm-state";
import type { FileRequester } from "../shared/attachment-access";

/**
 * The file of a temporary link, and its requester. The link works as long as the requester, with the same API key, may read the
 * file.
 */
interface LinkSubject {
  readonly requester: FileRequester;
  readonly path: string;
}

/** For links of visitors without an account. */
const nobody = "-";

/** A link's subject as text. */
export const writeLinkSubject = ({ users }: RealmState, { requester, path }: LinkSubject): string => {
  const user = "userId" in requester ? users.get(requester.userId) : undefined;
  return user ? `${user.id} ${user.apiKeyVersion} ${path}` : `${nobody} ${nobody} ${path}`;
};

/** Reads what `writeLinkSubject` wrote; undefined for anything else. */
export const readLinkSubject = (text: string): LinkSubject | undefined => {
  const [userId = "", apiKeyVersion = "", ...rest] = text.split(" ");
  const path = rest.join(" ");
  const realmId = Number(path.split("/")[0]);
  if (userId === nobody) return { requester: { realmId }, path };
  const requester = {
    realmId,
    userId: Number(userId),
    apiKeyVersion: Number(apiKeyVersion),
    client: "temporary link",
  };
  return path === "" ? undefined : { requester, path };
};
