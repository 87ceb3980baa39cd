import type { Socket } from "node:net";
import * as E from "fp-ts/Either";
import type { Entrance } from "../components/http-components";
import type { PrimaryLine } from "./primary-line";

/** The ends of connections within this many milliseconds are reported together. */
const gatherMilliseconds = 20;

/** Connections that the primary process accepts and passes to this worker. */
export const passedConnections = (line: PrimaryLine, onError: (error: unknown) => void): Entrance => {
  const open = new Map<number, Socket>();
  let ended: number[] = [];
  let isClosing = false;
  let allEnded: () => void = () => {};
  const empty = new Promise<void>((resolve) => {
    allEnded = resolve;
  });

  const report = (): void => {
    line.send({ kind: "ended", ids: ended }).catch(onError);
    ended = [];
  };
  const end = (id: number): void => {
    open.delete(id);
    if (ended.length === 0) setTimeout(report, gatherMilliseconds).unref();
    ended.push(id);
    if (isClosing && open.size === 0) allEnded();
  };

  return {
    open: async (server) => {
      const asked = line.next("port");
      await line.send({ kind: "asks for port" });
      const { port } = await asked;
      if (E.isLeft(port)) throw new Error(port.left);
      // Only a server that listens limits how long headers may take, and knows which connections are idle.
      server.emit("listening");
      line.onMessage((message, socket) => {
        if (message.kind !== "connection") return;
        line.send({ kind: "took", id: message.id }).catch(onError);
        if (socket === undefined) return end(message.id);
        open.set(message.id, socket);
        socket.once("close", () => end(message.id));
        socket.allowHalfOpen = true;
        server.emit("connection", socket);
      });
      await line.send({ kind: "opens" });
      return port.right;
    },
    // The primary passes none after it asked this worker to stop.
    close: async () => {
      isClosing = true;
      if (open.size === 0) allEnded();
      return { allEnded: empty };
    },
  };
};
