import { isLeft, left, right } from "fp-ts/Either";
import { canSend } from "../../domain/channel-access";
import { badRequest, notAuthorizedToSend } from "../../domain/errors";
import { canAdministerUser } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";
import { channelToRead } from "./find-channel";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/**
 * The address whose mail goes to a channel, from the caller or a bot of theirs, if they may write there: empty, as it is
 * on any server that takes no mail.
 */
export const findChannelAddress =
  ({ directory, clock }: Ports) =>
  (caller: Caller, channelId: number, senderId: number | undefined): Result<string> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const channel = channelToRead(state, user.right, channelId, clock.now());
    if (isLeft(channel)) return channel;
    const sender = senderId === undefined ? user.right : state.users.get(senderId);
    const isOwn = sender?.id === user.right.id;
    if (sender === undefined || (!isOwn && (sender.bot === null || !canAdministerUser(user.right, sender))))
      return left(badRequest("No such bot"));
    if (!canSend(state, sender, channel.right, clock.now()))
      return left(notAuthorizedToSend(channel.right.name));
    return right("");
  };
