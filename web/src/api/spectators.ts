import type { FetchMessages } from "../store/history";
import { capabilities } from "../store/store";
import { send } from "./call";
import type { Registration } from "./registration";
import { fetchMessages } from "./requests";

/** What is told to people without an account: no queue, and channels that are open as if they were theirs. */
export const registerSpectator = async (): Promise<Registration> => {
  const { subscriptions, ...rest } = await send<Registration>("POST", "/register", {
    client_capabilities: capabilities,
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
  });
  return { ...rest, streams: subscriptions, subscriptions: [] };
};

const openToWeb = { operator: "channels", operand: "web-public" };

/** Messages of a narrow that are open to the web. Throws a Refusal where it asks for others. */
export const fetchOpenMessages: FetchMessages = (narrow, window) =>
  fetchMessages([openToWeb, ...narrow], window);
