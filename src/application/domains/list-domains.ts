import { isLeft, right } from "fp-ts/Either";
import type { AllowedDomain } from "../../domain/allowed-domain";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** The domains whose addresses may join. API §2.8. */
export const listDomains =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly AllowedDomain[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right([...state.domains.values()]);
  };
