import { type ApiError, tooManyTries } from "../../domain/errors";
import type { Throttle } from "../ports/throttle";

/** Who causes a mail: a network where nobody is logged in, or a user. */
type Cause = { readonly network: string } | { readonly userId: number };

/**
 * Counts a mail that somebody causes without an account, or to an address of their choice; the refusal, if there
 * were too many. What strangers cause to an address doesn't use up what its owner may.
 */
export const limitMail = async (
  throttle: Throttle,
  realmId: number,
  to: string,
  cause: Cause,
): Promise<ApiError | undefined> => {
  const address = `${realmId} ${to.toLowerCase()}`;
  const by = "network" in cause ? `from ${cause.network}` : `by ${cause.userId}`;
  const wait =
    ("network" in cause ? await throttle.take("mail_from", cause.network) : undefined) ??
    (await throttle.take("mail_to", `${address} ${by}`)) ??
    (await throttle.take("mail_to_anywhere", address));
  return wait === undefined ? undefined : tooManyTries(wait);
};
