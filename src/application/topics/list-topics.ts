import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { channelToRead } from "../access/find-channel";
import { channelScope } from "../access/message-access";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import type { Topic } from "../ports/topics/topic-reader";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** Lists the topics of a channel in which the caller can read messages, newest first. API §4.13. */
export const listTopics =
  ({ directory, messages, clock }: Ports) =>
  (caller: Caller, channelId: ChannelId): TaskEither<CallerError | ChannelError, readonly Topic[]> =>
    readAsCaller(directory, caller, async (state, user) => {
      const channel = channelToRead(state, user, channelId, clock.now());
      if (E.isLeft(channel)) return channel;
      const { conversationId } = channel.right;
      return E.right(
        await messages.topics(caller.realmId, conversationId, channelScope(user, channel.right)),
      );
    });
