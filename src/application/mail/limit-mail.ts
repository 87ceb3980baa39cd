import { type ApiError, tooManyTries } from "../../domain/errors";
import type { Throttle } from "../ports/throttle";

/** Counts a mail that somebody causes without an account, or to an address of their choice; the refusal, if there were too many. */
export const limitMail = async (
  throttle: Throttle,
  realmId: number,
  to: string,
  remoteAddress?: string,
): Promise<ApiError | undefined> => {
  const wait =
    (remoteAddress === undefined ? undefined : await throttle.take("mail_from", remoteAddress)) ??
    (await throttle.take("mail_to", `${realmId} ${to.toLowerCase()}`));
  return wait === undefined ? undefined : tooManyTries(wait);
};
