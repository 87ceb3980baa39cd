import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type BotError, noSuchBot } from "../../domain/bots/refusals";
import type { CallerError } from "../../domain/caller-refusals";
import { type ChannelError, notAuthorizedToSend } from "../../domain/channels/refusals";
import type { ChannelId, UserId } from "../../domain/ids";
import { canSend } from "../../domain/policy/channel-access";
import { canAdministerUser } from "../../domain/policy/user-access";
import { channelToRead } from "../access/find-channel";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/**
 * The email address for posting to a channel as the caller or one of the caller's bots. Always empty: this server
 * receives no mail.
 */
export const findChannelAddress =
  ({ directory, clock }: Ports) =>
  (
    caller: Caller,
    channelId: ChannelId,
    senderId: UserId | undefined,
  ): TaskEither<BotError | CallerError | ChannelError, string> =>
    readAsCaller(directory, caller, async (state, user) => {
      const channel = channelToRead(state, user, channelId, clock.now());
      if (E.isLeft(channel)) return channel;
      const sender = senderId === undefined ? user : state.users.get(senderId);
      const isOwn = sender?.id === user.id;
      if (sender === undefined || (!isOwn && (sender.bot === null || !canAdministerUser(user, sender))))
        return E.left(noSuchBot);
      if (!canSend(state, sender, channel.right, clock.now()))
        return E.left(notAuthorizedToSend(channel.right.name));
      return E.right("");
    });
