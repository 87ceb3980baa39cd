import { isLeft, left, right } from "fp-ts/Either";
import { noSuchUser } from "../../domain/errors";
import { canSeeUser } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";
import { channelToSee } from "./find-channel";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** The ids of a channel's subscribers. */
export const listSubscribers =
  ({ directory, clock }: Ports) =>
  (caller: Caller, channelId: number): Result<readonly number[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const channel = channelToSee(state, user.right, channelId, clock.now());
    return isLeft(channel) ? channel : right([...state.subscribers(channelId)]);
  };

/** Whether a user is subscribed to a channel; for users and channels that the caller may know of. */
export const isSubscribed =
  ({ directory, clock }: Ports) =>
  (caller: Caller, userId: number, channelId: number): Result<boolean> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const other = state.users.get(userId);
    if (other === undefined || !canSeeUser(state, user.right, other, clock.now())) return left(noSuchUser);
    const channel = channelToSee(state, user.right, channelId, clock.now());
    return isLeft(channel) ? channel : right(state.isSubscribed(userId, channelId));
  };
