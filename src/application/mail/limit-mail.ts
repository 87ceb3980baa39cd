import { type ApiError, tooManyTries } from "../../domain/errors";
import type { Throttle } from "../ports/throttle";
import { unlessKnown } from "../users/known-network";

/** Who causes a mail: a network where nobody is logged in, or a user. */
type Cause = { readonly network: string } | { readonly userId: number };

/**
 * Counts a mail that somebody causes without an account, or to an address of their choice; the refusal, if there
 * were too many. What strangers cause to an address, from however many networks, doesn't use up what users may, nor what
 * its own people may from where they usually are.
 */
export const limitMail = async (
  throttle: Throttle,
  realmId: number,
  to: string,
  cause: Cause,
): Promise<ApiError | undefined> => {
  const address = `${realmId} ${to.toLowerCase()}`;
  const isStranger = "network" in cause;
  const by = isStranger ? `from ${cause.network}` : `by ${cause.userId}`;
  const wait =
    (await throttle.take("mail_from", isStranger ? cause.network : `${realmId} ${by}`)) ??
    (await throttle.take("mail_to", `${address} ${by}`)) ??
    (isStranger
      ? await unlessKnown(throttle, await throttle.take("mail_to_anywhere", address), address, cause.network)
      : undefined);
  return wait === undefined ? undefined : tooManyTries(wait);
};
