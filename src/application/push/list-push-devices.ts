import { isLeft, right } from "fp-ts/Either";
import { noDevices, type UserDevices } from "../../domain/push-device";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** The devices that the caller's notifications go to, and those that wait to be registered. */
export const listPushDevices =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<UserDevices> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right(state.pushDevices.get(caller.userId) ?? noDevices);
  };
