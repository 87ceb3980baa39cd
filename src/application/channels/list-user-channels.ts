import { isLeft, left, right } from "fp-ts/Either";
import { canSeeChannel } from "../../domain/channel-access";
import { noSuchUser } from "../../domain/errors";
import { canSeeUser } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";

/** The channels that a user is subscribed to, as far as the caller may know of them; archived ones aside. */
export const listUserChannels =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (caller: Caller, userId: number): Result<readonly number[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const now = clock.now();
    const other = state.users.get(userId);
    if (other === undefined || !canSeeUser(state, user.right, other, now)) return left(noSuchUser);
    const ids = state.subscriptionsOf(userId).flatMap(({ channelId, isActive }) => {
      const channel = isActive ? state.channels.get(channelId) : undefined;
      return channel && !channel.isArchived && canSeeChannel(state, user.right, channel, now)
        ? [channelId]
        : [];
    });
    return right(ids.sort((a, b) => a - b));
  };
