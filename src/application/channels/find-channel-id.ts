import { isLeft, left, right } from "fp-ts/Either";
import { canSeeChannel } from "../../domain/channel-access";
import { badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";

/** The id of a channel by its name. */
export const findChannelId =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (caller: Caller, name: string): Result<number> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const channel = state.channelByName(name);
    return channel && canSeeChannel(state, user.right, channel, clock.now())
      ? right(channel.id)
      : left(badRequest(`Invalid channel name '${name}'`));
  };
