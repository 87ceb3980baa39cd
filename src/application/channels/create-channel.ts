import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { ChannelDraft } from "../../domain/channels/channel-draft";
import { channelAlreadyExists } from "../../domain/channels/refusals";
import type { ChannelId, UserId } from "../../domain/ids";
import { canSeeChannel } from "../../domain/policy/channel-access";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkChannelName } from "./shared/check-channel";
import type { NewChannelError } from "./shared/make-channels";
import { beginSubscribing, subscribeWaiting } from "./shared/subscribe-in-batches";

interface NewChannel {
  readonly name: string;
  readonly description: string;
  /** Ids of the first subscribers. The caller is subscribed only if listed. */
  readonly subscriberIds: readonly UserId[];
  readonly draft: ChannelDraft;
  readonly announce: boolean;
}

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Creates a channel and returns its id. Fails if a channel, even an archived one, has the name. */
export const createChannel =
  ({ inTransaction }: Ports) =>
  (
    caller: Caller,
    { name: wantedName, description, subscriberIds, ...draft }: NewChannel,
  ): TaskEither<NewChannelError, ChannelId> =>
  async () => {
    const begun = await inTransaction(
      caller,
      actingAs(caller, async (tx, user) => {
        const name = checkChannelName(wantedName);
        if (E.isLeft(name)) return name;
        const existing = tx.state.channelByName(name.right);
        // beginSubscribing decides what the caller learns about a channel they can't see.
        if (existing && canSeeChannel(tx.state, user, existing, tx.now))
          return E.left(channelAlreadyExists(existing.name));
        return beginSubscribing(tx, user, {
          ...draft,
          channels: [{ name: name.right, description }],
          principals: subscriberIds,
          authorizationErrorsFatal: true,
          notifySubscribers: false,
        });
      }),
    );
    if (E.isLeft(begun)) return begun;
    const subscribed = await subscribeWaiting({ inTransaction }, caller, begun.right);
    if (E.isLeft(subscribed)) return subscribed;
    const [channel] = begun.right.created;
    return channel ? E.right(channel.id) : E.left(channelAlreadyExists(wantedName));
  };
