import { right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import { noDevices, type UserDevices } from "../../domain/push/push-device";
import { readAsCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the caller's devices, registered or not. */
export const listPushDevices =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<UserDevices, CallerError> =>
    readAsCaller(directory, caller, async (state, { id }) => right(state.pushDevices.get(id) ?? noDevices));
