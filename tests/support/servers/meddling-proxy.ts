import { once } from "node:events";
import { createServer, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface MeddlingProxy {
  /** What browsers take as their proxy. */
  readonly url: string;
  /** Whether it passes on streams only once they have ended. */
  holdsBack: boolean;
  /** Cuts the open streams off, as proxies do with quiet ones. */
  cut(): void;
  stop(): void;
}

/** An HTTP proxy for browsers that does to streams of events what proxies do to them. */
export const startMeddlingProxy = async (): Promise<MeddlingProxy> => {
  const streams = new Set<ServerResponse>();
  const server = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    const outgoing = request(url, { method, headers } as { headers: OutgoingHttpHeaders }, (answer) => {
      const begin = () => response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.on("close", () => answer.destroy());
      if (!url.includes("/events/stream")) return void answer.pipe(begin());
      streams.add(response);
      response.on("close", () => streams.delete(response));
      if (!proxy.holdsBack) return void answer.pipe(begin());
      const held: Buffer[] = [];
      answer.on("data", (piece: Buffer) => held.push(piece));
      answer.on("end", () => begin().end(Buffer.concat(held)));
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: MeddlingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdsBack: false,
    cut: () => {
      for (const response of streams) response.destroy();
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
};
