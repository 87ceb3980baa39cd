import type { ServerResponse } from "node:http";
import { longestUnread } from "./unread-limit";

const looks = 8;

/**
 * Cuts off a streamed answer once its client has read nothing for too long: until it is read, its file stays open, and the request
 * holds its turn. What the client sends meanwhile doesn't count. Returns the function that ends this.
 */
export const cutUnread = (response: ServerResponse, longest = longestUnread): (() => void) => {
  // The response itself has no socket while an earlier answer uses it.
  const { socket } = response.req;
  let before = socket.bytesWritten;
  let unreadLooks = 0;
  const watch = setInterval(() => {
    const { bytesWritten } = socket;
    unreadLooks = response.writableNeedDrain && bytesWritten === before ? unreadLooks + 1 : 0;
    before = bytesWritten;
    if (unreadLooks >= looks) response.destroy();
  }, longest / looks);
  return () => clearInterval(watch);
};
