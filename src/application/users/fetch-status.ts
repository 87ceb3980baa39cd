import { isLeft, right } from "fp-ts/Either";
import type { UserStatus } from "../../domain/user-status";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";
import { userToKnow } from "./check-user";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** What a person says of themselves for the moment. */
export const fetchStatus =
  ({ directory, clock }: Ports) =>
  (caller: Caller, userId: number): Result<UserStatus> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const reader = callerIn(state, caller);
    if (isLeft(reader)) return reader;
    const accepted = { bots: false, deactivated: false };
    const user = userToKnow(state, reader.right, userId, accepted, clock.now());
    return isLeft(user) ? user : right(user.right.status);
  };
