import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notLoggedIn } from "../../domain/caller-refusals";
import type { RealmId, UserId } from "../../domain/ids";
import { listAccounts } from "../../domain/policy/list-accounts";
import type { User } from "../../domain/users/user";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { ConversationReader } from "../ports/messages/conversation-reader";
import { publicPeople } from "./shared/public-people";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: Pick<ConversationReader, "newestSenders">;
}

/**
 * Lists the users a visitor without an account may see, or the named ones among them. Refuses if the realm
 * doesn't admit spectators.
 */
export const listPublicUsers =
  ({ directory, messages }: Ports) =>
  (realmId: RealmId, userIds?: readonly UserId[]): TaskEither<CallerError, readonly User[]> =>
  async () => {
    const state = await directory.stateOf(realmId);
    const { realm, users } = state;
    if (!realm.settings.enableSpectatorAccess) return E.left(notLoggedIn);
    const isKnown = await publicPeople(messages, state);
    const chosen = userIds?.flatMap((id) => users.get(id) ?? []) ?? listAccounts(state);
    return E.right(chosen.filter(isKnown));
  };
