import { Server } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

/** In milliseconds. A turn of the event loop this short leaves no time for clients to connect unnoticed. */
const shortTurn = 1;
const longest = 500;

/**
 * Waits for a short turn of the event loop in which nobody connected. Node accepts about one connection each turn. When
 * the port closes, the system resets waiting connections, although their clients have connected and may have sent a request.
 */
export const acceptWaiting = async (server: Server): Promise<void> => {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on("connection", count);
  const began = performance.now();
  for (let turn = began; turn - began < longest; ) {
    const before = accepted;
    await nextTurn();
    const now = performance.now();
    if (accepted === before && now - turn < shortTurn) break;
    turn = now;
  }
  server.off("connection", count);
};

/**
 * Closes a server's port, after accepting waiting connections for half a second at most. Node's way of closing an HTTP server would
 * also end idle connections, on which requests may be on their way.
 */
export const stopListening = async (server: Server): Promise<{ readonly allEnded: Promise<unknown> }> => {
  await acceptWaiting(server);
  return { allEnded: new Promise((resolve) => Server.prototype.close.call(server, resolve)) };
};
