import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { AllowedDomain } from "../../domain/domains/allowed-domain";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the mail domains whose users may join. API §2.8. */
export const listDomains =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): TaskEither<CallerError, readonly AllowedDomain[]> =>
    readAsCaller(directory, caller, async (state) => E.right([...state.domains.values()]));
