import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId, UserId } from "../../domain/ids";
import { channelToSee } from "../access/find-channel";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** Lists the ids of a channel's subscribers. */
export const listSubscribers =
  ({ directory, clock }: Ports) =>
  (caller: Caller, channelId: ChannelId): TaskEither<CallerError | ChannelError, readonly UserId[]> =>
    readAsCaller(directory, caller, async (state, user) => {
      const channel = channelToSee(state, user, channelId, clock.now());
      return E.isLeft(channel) ? channel : E.right([...state.subscribers(channelId)]);
    });
