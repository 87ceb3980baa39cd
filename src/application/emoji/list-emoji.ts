import { isLeft, right } from "fp-ts/Either";
import type { RealmState } from "../../domain/realm-state";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** The realm with its emoji, those out of use among them. */
export const listEmoji =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<Pick<RealmState, "realm" | "emoji">> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right(state);
  };
