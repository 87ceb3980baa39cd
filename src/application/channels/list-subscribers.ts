import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { ChannelId } from "../../domain/ids";
import { channelToSee } from "../access/find-channel";
import { readAsCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** Lists the ids of a channel's subscribers. */
export const listSubscribers =
  ({ directory, clock }: Ports) =>
  (caller: Caller, channelId: ChannelId): Result<readonly number[]> =>
    readAsCaller(directory, caller, async (state, user) =>
      pipe(
        channelToSee(state, user, channelId, clock.now()),
        E.map(() => [...state.subscribers(channelId)]),
      ),
    );
