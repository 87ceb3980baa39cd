import * as E from "fp-ts/Either";
import type { RealmId, UserId } from "../../domain/ids";
import { type LimitError, tooManyTries } from "../../domain/limit-refusals";
import { addressKey } from "../../domain/users/email";
import { waiveWaitOnKnownNetwork } from "../admission/waive-wait-on-known-network";
import type { Throttle } from "../ports/system/throttle";

/** Who causes a mail: a network of visitors, or a user. */
type Cause = { readonly network: string } | { readonly userId: UserId };

/**
 * Counts a mail caused by a visitor, or sent to an address of a user's choice. Fails if there were too many.
 * Mails that visitors cause to one address, from any number of networks, reduce neither the mails that users may send nor those
 * that the address's owner may request from a known network.
 */
export const limitMail = async (
  throttle: Throttle,
  realmId: RealmId,
  to: string,
  cause: Cause,
): Promise<E.Either<LimitError, undefined>> => {
  const address = `${realmId} ${addressKey(to)}`;
  const isStranger = "network" in cause;
  const by = isStranger ? `from ${cause.network}` : `by ${cause.userId}`;
  const wait =
    (await throttle.take("mail_from", isStranger ? cause.network : `${realmId} ${by}`)) ??
    (await throttle.take("mail_to", `${address} ${by}`)) ??
    (isStranger
      ? await waiveWaitOnKnownNetwork(
          throttle,
          await throttle.take("mail_to_anywhere", address),
          address,
          cause.network,
        )
      : undefined);
  return wait === undefined ? E.right(undefined) : E.left(tooManyTries(wait));
};
