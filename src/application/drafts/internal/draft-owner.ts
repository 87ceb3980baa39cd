import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { draftSyncDisabled, type SavedTextError } from "../../../domain/messages/saved-text-refusals";
import type { User } from "../../../domain/users/user";

/** The user, if they let the server synchronize their drafts. */
export const draftOwner = (user: User): E.Either<SavedTextError, User> =>
  pipe(
    user,
    E.fromPredicate(
      ({ settings }) => settings.enableDraftsSynchronization,
      () => draftSyncDisabled,
    ),
  );
