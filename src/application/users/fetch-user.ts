import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, insufficientPermission } from "../../domain/caller-refusals";
import { canSeeUser, seesEveryone } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import { canSeeEmail, isSameAddress } from "../../domain/users/email";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

/** A user together with the reader who asked. */
export interface UserFound {
  readonly state: RealmState;
  readonly reader: User;
  readonly user: User;
}

/** Fetches one user by id, by the dummy address, or by the real address if the caller may see it. API §4.4. */
export const fetchUser =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (
    caller: Caller,
    identifier: number | { readonly email: string; readonly realmHost: string },
  ): TaskEither<CallerError | UserError, UserFound> =>
    readAsCaller(directory, caller, async (state, reader) => {
      const user =
        typeof identifier === "number"
          ? state.users.get(identifier)
          : state.userByAnyEmail(identifier.email, identifier.realmHost);
      // Readers who may not see everyone get the same answer for hidden and for absent users.
      const refusal = seesEveryone(state, reader, clock.now()) ? noSuchUser : insufficientPermission;
      if (user === undefined || !canSeeUser(state, reader, user, clock.now())) return E.left(refusal);
      const byRealEmail = typeof identifier !== "number" && isSameAddress(user.email, identifier.email);
      if (byRealEmail && !canSeeEmail(reader, user)) return E.left(refusal);
      return E.right({ state, reader, user });
    });
