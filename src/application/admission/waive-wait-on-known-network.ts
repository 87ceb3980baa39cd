import type { Throttle } from "../ports/system/throttle";

/**
 * Strangers can exhaust an address's hourly limit of tries or mails. Waives the wait for networks that recently
 * logged in to the account, so that its owner isn't locked out.
 */
export const waiveWaitOnKnownNetwork = async (
  throttle: Throttle,
  wait: number | undefined,
  account: string,
  network: string,
): Promise<number | undefined> => {
  const isKnown = wait !== undefined && (await throttle.isUsedUp("known_network", `${account} ${network}`));
  return isKnown ? undefined : wait;
};
