import type { FetchMessages } from "../store/history";
import { capabilities } from "../store/store";
import type { Registration } from "../wire/registration";
import { send } from "./http";
import { fetchMessages } from "./requests";

/** The registration for people without an account: no queue, and open channels listed as their subscriptions. */
export const registerSpectator = async (): Promise<Registration> => {
  const { subscriptions, ...rest } = await send<Registration>("POST", "/register", {
    client_capabilities: capabilities,
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
  });
  return { ...rest, streams: subscriptions, subscriptions: [] };
};

/** What a spectator's narrows begin with. */
export const openToWeb = { operator: "channels", operand: "web-public" };

/** Messages of a narrow that is open to the web. Throws a Refusal for any other. */
export const fetchOpenMessages: FetchMessages = (narrow, window) =>
  fetchMessages([openToWeb, ...narrow], window);
