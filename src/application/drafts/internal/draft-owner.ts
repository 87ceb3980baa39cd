import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type DraftError, draftSyncDisabled } from "../../../domain/drafts/refusals";
import type { User } from "../../../domain/users/user";

/** The user, if they let the server synchronize their drafts. */
export const draftOwner = (user: User): E.Either<DraftError, User> =>
  pipe(
    user,
    E.fromPredicate(
      ({ settings }) => settings.enableDraftsSynchronization,
      () => draftSyncDisabled,
    ),
  );
