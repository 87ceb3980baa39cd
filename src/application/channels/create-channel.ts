import { isLeft, left, right } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { canSeeChannel } from "../../domain/channel-access";
import { channelAlreadyExists } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkChannelName } from "./check-channel";
import type { ChannelDraft } from "./make-channels";
import { beginSubscribing, subscribeWaiting } from "./subscribe";

interface ChannelWanted {
  readonly name: string;
  readonly description: string;
  /** The ids of the first subscribers; the caller is one only if named. */
  readonly subscriberIds: readonly number[];
  readonly draft: ChannelDraft;
  readonly announce: boolean;
}

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Makes a channel; answers with its id. Fails where there is one of that name, archived or not. */
export const createChannel =
  ({ inTransaction }: Ports) =>
  (
    caller: Caller,
    { name: wantedName, description, subscriberIds, ...wanted }: ChannelWanted,
  ): Result<number> =>
    pipe(
      inTransaction(caller, (tx) => async () => {
        const user = callerIn(tx.state, caller);
        if (isLeft(user)) return user;
        const name = checkChannelName(wantedName);
        if (isLeft(name)) return name;
        const existing = tx.state.channelByName(name.right);
        // Whether a hidden one is told of depends on what the caller may make.
        if (existing && canSeeChannel(tx.state, user.right, existing, tx.now))
          return left(channelAlreadyExists(existing.name));
        return beginSubscribing(tx, caller, {
          ...wanted,
          channels: [{ name: name.right, description }],
          principals: subscriberIds,
          authorizationErrorsFatal: true,
          tellSubscribers: false,
        });
      }),
      TE.chainFirst(subscribeWaiting({ inTransaction }, caller)),
      TE.chainEitherK(({ created: [channel] }) =>
        channel ? right(channel.id) : left(channelAlreadyExists(wantedName)),
      ),
    );
