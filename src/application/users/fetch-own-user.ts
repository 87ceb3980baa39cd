import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { MessageId } from "../../domain/ids";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";

/** The caller's own view of their account. */
export interface OwnUser {
  readonly user: User;
  /** The newest message that the caller received. */
  readonly newestMessageId: MessageId | undefined;
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
}

/** Fetches the caller's own account. */
export const fetchOwnUser =
  ({ directory, messages }: Ports) =>
  (caller: Caller): TaskEither<CallerError, OwnUser> =>
    readAsCaller(directory, caller, async (_state, user) => {
      const newestMessageId = await messages.newestId(caller.realmId, caller.userId);
      return E.right({ user, newestMessageId });
    });
