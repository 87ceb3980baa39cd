import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { User } from "../../domain/users/user";
import { readAsAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the active people of a realm. Their settings say whether an export may contain their private data. */
export const listExportConsents =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): TaskEither<CallerError, readonly User[]> =>
    readAsAdministrator(directory, caller, async (state) =>
      E.right([...state.users.values()].filter(({ isActive, bot }) => isActive && bot === null)),
    );
