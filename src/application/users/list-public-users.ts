import { left, right } from "fp-ts/Either";
import { notLoggedIn } from "../../domain/errors";
import type { User } from "../../domain/user";
import type { Result } from "../caller";
import type { ConversationReader } from "../ports/conversation-reader";
import type { RealmDirectory } from "../realm-directory";
import { peopleOpenToWeb } from "./people-open-to-web";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: Pick<ConversationReader, "newestSenders">;
}

/** Whom somebody without an account may know of, or those named of them, where the realm lets such people in. */
export const listPublicUsers =
  ({ directory, messages }: Ports) =>
  (realmId: number, userIds?: readonly number[]): Result<readonly User[]> =>
  async () => {
    const state = await directory.of(realmId);
    const { realm, users } = state;
    if (!realm.settings.enableSpectatorAccess) return left(notLoggedIn);
    const isKnown = await peopleOpenToWeb(messages, state);
    const chosen = userIds
      ? userIds.flatMap((id) => users.get(id) ?? [])
      : [...users.values()].filter(({ isSystemBot }) => !isSystemBot);
    return right(chosen.filter(isKnown));
  };
