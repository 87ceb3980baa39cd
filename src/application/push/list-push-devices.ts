import { isLeft, right } from "fp-ts/Either";
import { noDevices, type UserDevices } from "../../domain/push/push-device";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the caller's devices, registered or not. */
export const listPushDevices =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<UserDevices> =>
  async () => {
    const state = await directory.stateOf(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right(state.pushDevices.get(caller.userId) ?? noDevices);
  };
