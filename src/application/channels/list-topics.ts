import { isLeft, left, right } from "fp-ts/Either";
import { isOpenToSpectators } from "../../domain/channel-access";
import { notLoggedIn } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import { channelScope } from "../messages/message-access";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { Topic } from "../ports/topic-reader";
import type { RealmDirectory } from "../realm-directory";
import { channelToRead } from "./find-channel";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** The topics of a channel, the newest first: those in which the caller may read anything. API §4.13. */
export const listTopics =
  ({ directory, messages, clock }: Ports) =>
  (caller: Caller, channelId: number): Result<readonly Topic[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const channel = channelToRead(state, user.right, channelId, clock.now());
    if (isLeft(channel)) return channel;
    const { conversationId } = channel.right;
    return right(
      await messages.topics(caller.realmId, conversationId, channelScope(user.right, channel.right)),
    );
  };

/** The same for anyone, in a channel that is open to the web. */
export const listPublicTopics =
  ({ directory, messages }: Ports) =>
  (realmId: number, channelId: number): Result<readonly Topic[]> =>
  async () => {
    const state = await directory.of(realmId);
    const channel = state.channels.get(channelId);
    if (channel === undefined || !isOpenToSpectators(state, channel)) return left(notLoggedIn);
    const { conversationId } = channel;
    const scope = { kind: "channels", conversationIds: [conversationId] } as const;
    return right(await messages.topics(realmId, conversationId, scope));
  };
