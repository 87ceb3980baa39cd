import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type ChannelError, invalidChannelName } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { canSeeChannel } from "../../domain/policy/channel-access";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

/** Finds a channel's id by its name. */
export const findChannelId =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (caller: Caller, name: string): TaskEither<CallerError | ChannelError, ChannelId> =>
    readAsCaller(directory, caller, async (state, user) => {
      const channel = state.channelByName(name);
      return channel && canSeeChannel(state, user, channel, clock.now())
        ? E.right(channel.id)
        : E.left(invalidChannelName(name));
    });
