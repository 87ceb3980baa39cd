import { isLeft, left, right } from "fp-ts/Either";
import { canSeeEmail } from "../../domain/email";
import { insufficientPermission, noSuchUser } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { canSeeUser, seesEveryone } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";

/** A user, as one reader may see them. */
export interface UserFound {
  readonly state: RealmState;
  readonly reader: User;
  readonly user: User;
}

/** One user by id, by the dummy address, or by the real one where the caller may see it. API §4.4. */
export const fetchUser =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (
    caller: Caller,
    wanted: number | { readonly email: string; readonly realmHost: string },
  ): Result<UserFound> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const reader = callerIn(state, caller);
    if (isLeft(reader)) return reader;
    const user =
      typeof wanted === "number"
        ? state.users.get(wanted)
        : state.userByAnyEmail(wanted.email, wanted.realmHost);
    // Who may not know of everyone isn't told whether it is that, or that there is nobody.
    const refusal = seesEveryone(state, reader.right, clock.now()) ? noSuchUser : insufficientPermission;
    if (user === undefined || !canSeeUser(state, reader.right, user, clock.now())) return left(refusal);
    const byRealEmail = typeof wanted !== "number" && user.email.toLowerCase() === wanted.email.toLowerCase();
    if (byRealEmail && !canSeeEmail(reader.right, user)) return left(refusal);
    return right({ state, reader: reader.right, user });
  };
