import type { Throttle } from "../ports/throttle";

/**
 * Strangers may use up what an address is allowed in an hour, be it tries or mails. That keeps nobody out who comes from
 * a network that the account has logged in from lately.
 */
export const unlessKnown = async (
  throttle: Throttle,
  wait: number | undefined,
  account: string,
  network: string,
): Promise<number | undefined> => {
  const isKnown = wait !== undefined && (await throttle.isUsedUp("known_network", `${account} ${network}`));
  return isKnown ? undefined : wait;
};
