import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Draft } from "../../domain/drafts/draft";
import type { DraftError } from "../../domain/drafts/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { UserDataReader } from "../ports/users/user-data-reader";
import { draftOwner } from "./internal/draft-owner";

interface Ports {
  readonly directory: RealmDirectory;
  readonly userData: UserDataReader;
}

/** The caller's drafts, least recently edited first. */
export const listDrafts =
  ({ directory, userData }: Ports) =>
  (caller: Caller): TaskEither<CallerError | DraftError, readonly Draft[]> =>
    readAsCaller(directory, caller, async (_state, user) => {
      const owner = draftOwner(user);
      if (E.isLeft(owner)) return owner;
      return E.right(await userData.drafts(caller.realmId, caller.userId));
    });
