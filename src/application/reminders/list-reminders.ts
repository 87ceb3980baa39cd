import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Reminder } from "../../domain/reminders/reminder";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { UserDataReader } from "../ports/users/user-data-reader";

interface Ports {
  readonly directory: RealmDirectory;
  readonly userData: UserDataReader;
}

/** The caller's reminders, earliest first. */
export const listReminders =
  ({ directory, userData }: Ports) =>
  (caller: Caller): TaskEither<CallerError, readonly Reminder[]> =>
    readAsCaller(directory, caller, async () =>
      E.right(await userData.reminders(caller.realmId, caller.userId)),
    );
