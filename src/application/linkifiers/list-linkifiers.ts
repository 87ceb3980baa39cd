import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Linkifier } from "../../domain/linkifiers/linkifier";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the linkifiers in the order they apply. API §4.17. */
export const listLinkifiers =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): TaskEither<CallerError, readonly Linkifier[]> =>
    readAsCaller(directory, caller, async (state) => E.right(state.linkifiers));
