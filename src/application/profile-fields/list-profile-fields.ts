import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ProfileField } from "../../domain/profile-fields/profile-field";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the realm's custom profile fields in display order. API §4.7. */
export const listProfileFields =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): TaskEither<CallerError, readonly ProfileField[]> =>
    readAsCaller(directory, caller, async (state) => E.right(state.profileFields));
