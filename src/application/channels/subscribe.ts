import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { Caller, Result } from "../caller";
import type { Throttle } from "../ports/system/throttle";
import type { InTransaction } from "../transaction";
import {
  beginSubscribing,
  type Subscribed,
  type SubscribeRequest,
  subscribeWaiting,
} from "./shared/subscribe-in-batches";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly throttle: Throttle;
}

/** Subscribes the caller or others to channels, and creates channels that do not exist. API §4.2. */
export const subscribe =
  ({ inTransaction, throttle }: Ports) =>
  (caller: Caller, wanted: SubscribeRequest): Result<Subscribed> =>
    pipe(
      TE.fromTask(() => mayNotify(throttle, caller, wanted)),
      TE.chain((notifySubscribers) =>
        inTransaction(caller, (tx) => () => beginSubscribing(tx, caller, { ...wanted, notifySubscribers })),
      ),
      TE.chainFirst(subscribeWaiting({ inTransaction }, caller)),
    );

/** Whether to notify the users that the caller subscribes. Throttled, so that nobody floods them with notices. */
const mayNotify = async (
  throttle: Throttle,
  { realmId, userId }: Caller,
  { notifySubscribers, principals }: SubscribeRequest,
): Promise<boolean> =>
  notifySubscribers &&
  (principals === undefined ||
    (await throttle.take("subscription_notice", `${realmId} ${userId}`)) === undefined);
