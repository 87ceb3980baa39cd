import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ScheduledMessage } from "../../domain/scheduled-messages/scheduled-message";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { UserDataReader } from "../ports/users/user-data-reader";

/** The caller's scheduled messages, earliest first, including those that failed. */
export const listScheduledMessages =
  ({ directory, userData }: { readonly directory: RealmDirectory; readonly userData: UserDataReader }) =>
  (caller: Caller): TaskEither<CallerError, readonly ScheduledMessage[]> =>
    readAsCaller(directory, caller, async () =>
      E.right(await userData.scheduled(caller.realmId, caller.userId)),
    );
