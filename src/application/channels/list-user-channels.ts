import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelId, UserId } from "../../domain/ids";
import { canSeeChannel } from "../../domain/policy/channel-access";
import { canSeeUser } from "../../domain/policy/user-access";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

/** Lists the ids of the channels a user is subscribed to and the caller can see, without archived ones. */
export const listUserChannels =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (caller: Caller, userId: UserId): TaskEither<CallerError | UserError, readonly ChannelId[]> =>
    readAsCaller(directory, caller, async (state, user) => {
      const now = clock.now();
      const other = state.users.get(userId);
      if (other === undefined || !canSeeUser(state, user, other, now)) return E.left(noSuchUser);
      const ids = state.subscriptionsOf(userId).flatMap(({ channelId, isActive }) => {
        const channel = isActive ? state.channels.get(channelId) : undefined;
        return channel && !channel.isArchived && canSeeChannel(state, user, channel, now) ? [channelId] : [];
      });
      return E.right(ids.sort((a, b) => a - b));
    });
