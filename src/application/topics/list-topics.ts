import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { readsWholeHistory } from "../../domain/policy/channel-access";
import { channelToRead } from "../access/find-channel";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";
import type { Topic } from "../ports/topics/topic-reader";
import { receivedTopics } from "./shared/received-topics";
import type { TopicLists } from "./shared/topic-lists";

type Ports = Parameters<typeof receivedTopics>[0] & {
  readonly directory: RealmDirectory;
  readonly topicLists: TopicLists;
  readonly clock: Clock;
};

/** Lists the topics of a channel in which the caller can read messages, newest first. API §4.13. */
export const listTopics =
  (ports: Ports) =>
  (caller: Caller, channelId: ChannelId): TaskEither<CallerError | ChannelError, readonly Topic[]> =>
    readAsCaller(ports.directory, caller, async (state, user) => {
      const channel = channelToRead(state, user, channelId, ports.clock.now());
      if (E.isLeft(channel)) return channel;
      const { conversationId } = channel.right;
      const all = await ports.topicLists.of(caller.realmId, conversationId);
      if (readsWholeHistory(channel.right)) return E.right(all);
      return E.right(await receivedTopics(ports, caller.realmId, user.id, conversationId, all));
    });
