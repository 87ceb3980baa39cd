import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { throttleKeyOf } from "../../domain/policy/allowance";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Throttle } from "../ports/system/throttle";
import type { InTransaction } from "../transaction";
import type { NewChannelError } from "./shared/make-channels";
import type { Subscribed, SubscribeRequest } from "./shared/plan-subscribing";
import { beginSubscribing, subscribeWaiting } from "./shared/subscribe-in-batches";

interface Ports {
  readonly directory: RealmDirectory;
  readonly inTransaction: InTransaction;
  readonly throttle: Throttle;
}

/** Subscribes the caller or others to channels, and creates channels that do not exist. API §4.2. */
export const subscribe =
  ({ directory, inTransaction, throttle }: Ports) =>
  (caller: Caller, request: SubscribeRequest): TaskEither<NewChannelError, Subscribed> =>
  async () => {
    const notifySubscribers = await mayNotify({ directory, throttle }, caller, request);
    const begin = asCaller(inTransaction, caller, (tx, user) =>
      beginSubscribing(tx, user, { ...request, notifySubscribers }),
    );
    const begun = await begin();
    if (E.isLeft(begun)) return begun;
    const subscribed = await subscribeWaiting({ inTransaction }, caller, begun.right);
    return E.isLeft(subscribed) ? subscribed : begun;
  };

/** Whether to notify the users that the caller subscribes. Throttled, so that nobody floods them with notices. */
const mayNotify = async (
  { directory, throttle }: Pick<Ports, "directory" | "throttle">,
  { realmId, userId }: Caller,
  { notifySubscribers, principals }: SubscribeRequest,
): Promise<boolean> =>
  notifySubscribers &&
  (principals === undefined ||
    (await throttle.take("subscription_notice", throttleKeyOf(await directory.stateOf(realmId), userId))) ===
      undefined);
