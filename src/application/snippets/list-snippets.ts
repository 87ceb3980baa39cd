import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { SavedSnippet } from "../../domain/snippets/saved-snippet";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { UserDataReader } from "../ports/users/user-data-reader";

interface Ports {
  readonly directory: RealmDirectory;
  readonly userData: UserDataReader;
}

/** The caller's snippets, oldest first. */
export const listSnippets =
  ({ directory, userData }: Ports) =>
  (caller: Caller): TaskEither<CallerError, readonly SavedSnippet[]> =>
    readAsCaller(directory, caller, async () =>
      E.right(await userData.snippets(caller.realmId, caller.userId)),
    );
