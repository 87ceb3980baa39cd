import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Fault } from "./faults";

export interface PeerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PeerAnswer {
  readonly status: number;
  readonly body?: object;
}

const commit = (response: ServerResponse, fault: Fault): void => {
  switch (fault.does) {
    case "answer":
      if (fault.retryAfter !== undefined) response.setHeader("Retry-After", String(fault.retryAfter));
      response.writeHead(fault.status).end(JSON.stringify(fault.body ?? {}));
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "hang":
      return;
    case "dawdle":
      response.writeHead(200, { "Content-Length": "100000" }).write("{");
  }
};

/** A server on loopback that answers with a function, or fails in a chosen way. */
export const httpPeer = async (
  answer: (request: PeerRequest) => PeerAnswer,
  nextFault: (request: PeerRequest) => Fault | undefined,
): Promise<{ readonly url: string; readonly requests: readonly PeerRequest[]; close(): Promise<void> }> => {
  const requests: PeerRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, headers, body: Buffer.concat(chunks) };
    requests.push(request);
    const fault = nextFault(request);
    if (fault) return commit(response, fault);
    const { status, body } = answer(request);
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(body === undefined ? "" : JSON.stringify(body));
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};
