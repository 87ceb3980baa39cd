import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { listAccounts } from "../../domain/policy/list-accounts";
import { seesEveryone, usersSeenBy } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

interface UserList {
  readonly state: RealmState;
  readonly reader: User;
  readonly users: readonly User[];
  /** Whether these are all of the organization's people, as many readers get them. */
  readonly isEverybody: boolean;
}

/** Lists everyone the caller may see, including bots and deactivated users, or just the named ones among them. */
export const listUsers =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (caller: Caller, userIds?: readonly UserId[]): TaskEither<CallerError, UserList> =>
    readAsCaller(directory, caller, async (state, reader) => {
      const chosen = userIds?.flatMap((id) => state.users.get(id) ?? []);
      const now = clock.now();
      const seesAll = seesEveryone(state, reader, now);
      const among = chosen ?? listAccounts(state);
      const users = seesAll ? among : among.filter(usersSeenBy(state, reader, now).isSeen);
      return E.right({ state, reader, users, isEverybody: seesAll && chosen === undefined });
    });
