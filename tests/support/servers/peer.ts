import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { OutgoingOptions } from "../../../src/adapters/net/undici-http";

/** A request as received. */
export interface Received {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** How a peer answers; if it never ends the response, its client keeps waiting. */
export type Answering = (response: ServerResponse, received: Received) => void;

export interface Peer {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** How many were made so far. */
  readonly connections: number;
  /** From now on. */
  answer(how: Answering): void;
  /** Waits until that many requests have arrived. */
  until(count: number, milliseconds?: number): Promise<void>;
  close(): Promise<void>;
}

export const answering =
  (status: number, body: unknown = "", headers: Record<string, string> = {}): Answering =>
  (response) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, headers).end(text);
  };

/** Closes the connection without an answer. */
export const resetting: Answering = (response) => {
  (response.socket as Socket).resetAndDestroy();
};

/** Never answers. */
export const hanging: Answering = () => {};

/** Sends the headers and the beginning of a body, and no more. */
export const stalling: Answering = (response) => {
  response.writeHead(200, { "Content-Type": "application/json" }).write('{"content": "');
};

/** Sends without end. */
export const flooding: Answering = (response) => {
  const chunk = Buffer.alloc(65_536, "x");
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", pour).on("error", () => {});
  pour();
};

const silent = new Set([hanging, stalling]);

/** Answers with the one that is chosen for the request by its index, or with 404. */
export const oneOf = (answers: readonly Answering[], choose: (received: Received) => number): Answering => {
  const answer: Answering = (response, received) =>
    (answers[choose(received)] ?? answering(404, "no such path"))(response, received);
  if (answers.some((one) => silent.has(one))) silent.add(answer);
  return answer;
};

/** Answers according to the path of the request. */
export const byPath = (answers: Readonly<Record<string, Answering>>): Answering =>
  oneOf(Object.values(answers), ({ url }) => Object.keys(answers).indexOf(url.split("?")[0] ?? ""));

/** Whether the peer in use has stopped answering, on request. */
let isSilent = false;

/** Another party's server on loopback; it records what it receives. */
export const startPeer = async (how: Answering = answering(200, {}), host = "127.0.0.1"): Promise<Peer> => {
  let current = how;
  let connections = 0;
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
      received.push(one);
      current(response, one);
      for (const look of waiting) look();
    });
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    port,
    received,
    get connections() {
      return connections;
    },
    answer: (next) => {
      isSilent = silent.has(next);
      current = next;
    },
    until: (count, milliseconds = 100_000) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${received.length} of ${count} requests came`)),
          milliseconds,
        );
        const look = () => {
          if (received.length < count) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Limits that a peer reaches quickly if it falls silent, and not at all if it is merely slow. */
export const quickLimits = (): Pick<OutgoingOptions, "timeout" | "largestAnswer"> => ({
  timeout: isSilent ? 1000 : 60_000,
  largestAnswer: 100_000,
});
