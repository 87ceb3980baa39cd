import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { noDevices, type UserDevices } from "../../domain/push/push-device";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the caller's devices, registered or not. */
export const listPushDevices =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): TaskEither<CallerError, UserDevices> =>
    readAsCaller(directory, caller, async (state, { id }) => E.right(state.pushDevices.get(id) ?? noDevices));
