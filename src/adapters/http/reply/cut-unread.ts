import type { ServerResponse } from "node:http";
import { whenStalled } from "../../../application/when-stalled";
import { longestUnread } from "./unread-limit";

/**
 * Cuts off a streamed answer once its client has read nothing for too long: until it is read, its file stays open, and the request
 * holds its turn. What the client sends meanwhile doesn't count. Returns the function that ends this.
 */
export const cutUnread = (response: ServerResponse, longest = longestUnread): (() => void) => {
  // The response itself has no socket while an earlier answer uses it.
  const { socket } = response.req;
  const watched = {
    progress: () => socket.bytesWritten,
    isOwed: () => response.writableNeedDrain,
    within: longest,
  };
  return whenStalled(watched, () => response.destroy());
};
