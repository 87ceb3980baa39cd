import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import type { Caller, Result } from "../caller";
import type { MessageRenderer } from "../ports/message-renderer";
import type { InTransaction } from "../transaction";
import { plainDraft } from "./make-channels";
import { type Subscribed, type SubscribeWanted, subscribeIn } from "./subscribe";
import { type Unsubscribed, unsubscribeIn } from "./unsubscribe";

/** What was left, and what was joined if anything was to be. */
export type SubscriptionsUpdated = Unsubscribed & { readonly joined?: Subscribed };

interface Ports {
  readonly inTransaction: InTransaction;
  readonly renderer: MessageRenderer;
}

/** Subscribes the caller to some channels and unsubscribes them from others; all of it or nothing. */
export const updateSubscriptions =
  ({ inTransaction, renderer }: Ports) =>
  (
    caller: Caller,
    { add, remove }: { readonly add: SubscribeWanted["channels"]; readonly remove: readonly string[] },
  ): Result<SubscriptionsUpdated> =>
  async () => {
    if (add.length === 0 && remove.length === 0)
      return left(badRequest('Nothing to do. Specify at least one of "add" or "delete".'));
    return inTransaction(caller.realmId, (tx) => async () => {
      const removed = await unsubscribeIn(tx, caller, { channelNames: remove, principals: undefined });
      if (isLeft(removed)) return removed;
      if (add.length === 0) return right(removed.right);
      const added = await subscribeIn(tx, renderer, caller, {
        channels: add,
        principals: undefined,
        draft: plainDraft,
        ...{ authorizationErrorsFatal: true, announce: false, tellSubscribers: false },
      });
      return isLeft(added) ? added : right({ ...removed.right, joined: added.right });
    })();
  };
