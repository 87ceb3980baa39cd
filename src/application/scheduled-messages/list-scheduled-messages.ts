import { right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { ScheduledMessage } from "../../domain/messages/scheduled-message";
import { readAsCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { UserDataReader } from "../ports/users/user-data-reader";

/** The caller's scheduled messages, earliest first, including those that failed. */
export const listScheduledMessages =
  ({ directory, userData }: { readonly directory: RealmDirectory; readonly userData: UserDataReader }) =>
  (caller: Caller): Result<readonly ScheduledMessage[], CallerError> =>
    readAsCaller(directory, caller, async () =>
      right(await userData.scheduled(caller.realmId, caller.userId)),
    );
