import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId, UserId } from "../../domain/ids";
import { canSeeUser } from "../../domain/policy/user-access";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import { channelToSee } from "../access/find-channel";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** Whether a user is subscribed to a channel. The caller must be able to see both. */
export const isSubscribed =
  ({ directory, clock }: Ports) =>
  (
    caller: Caller,
    userId: UserId,
    channelId: ChannelId,
  ): TaskEither<CallerError | ChannelError | UserError, boolean> =>
    readAsCaller(directory, caller, async (state, user) => {
      const other = state.users.get(userId);
      if (other === undefined || !canSeeUser(state, user, other, clock.now())) return E.left(noSuchUser);
      const channel = channelToSee(state, user, channelId, clock.now());
      return E.isLeft(channel) ? channel : E.right(state.isSubscribed(userId, channelId));
    });
