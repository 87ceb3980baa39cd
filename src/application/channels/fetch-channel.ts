import { isLeft, left, right } from "fp-ts/Either";
import { invalidChannelId } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmDirectory } from "../realm-directory";
import { type ChannelActivity, withActivity } from "./channel-activity";
import type { ChannelTraffic } from "./channel-traffic";
import { channelToSee } from "./find-channel";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
}

/** One channel that the caller may know of. */
export const fetchChannel =
  (ports: Ports) =>
  (
    caller: Caller,
    channelId: number,
  ): Result<{ readonly state: RealmState; readonly activity: ChannelActivity }> =>
  async () => {
    const state = await ports.directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const channel = channelToSee(state, user.right, channelId, ports.clock.now());
    if (isLeft(channel)) return channel;
    const [activity] = await withActivity(ports, caller.realmId, [channel.right]);
    return activity ? right({ state, activity }) : left(invalidChannelId);
  };
