import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notLoggedIn } from "../../domain/caller-refusals";
import type { ChannelId, RealmId } from "../../domain/ids";
import { isOpenToSpectators } from "../../domain/policy/channel-access";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Topic } from "../ports/topics/topic-reader";
import type { TopicLists } from "./shared/topic-lists";

interface Ports {
  readonly directory: RealmDirectory;
  readonly topicLists: TopicLists;
}

/** Lists the topics of a web-public channel for visitors, newest first. */
export const listPublicTopics =
  ({ directory, topicLists }: Ports) =>
  (realmId: RealmId, channelId: ChannelId): TaskEither<CallerError, readonly Topic[]> =>
  async () => {
    const state = await directory.stateOf(realmId);
    const channel = state.channels.get(channelId);
    if (channel === undefined || !isOpenToSpectators(state, channel)) return E.left(notLoggedIn);
    return E.right(await topicLists.of(realmId, channel.conversationId));
  };
