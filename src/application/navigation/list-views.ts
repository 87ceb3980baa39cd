import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { NavigationView } from "../../domain/navigation/navigation-view";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { UserDataReader } from "../ports/users/user-data-reader";

interface Ports {
  readonly directory: RealmDirectory;
  readonly userData: UserDataReader;
}

/** Lists the navigation views of the caller's sidebar. */
export const listViews =
  ({ directory, userData }: Ports) =>
  (caller: Caller): TaskEither<CallerError, readonly NavigationView[]> =>
    readAsCaller(directory, caller, async () =>
      E.right(await userData.navigationViews(caller.realmId, caller.userId)),
    );
