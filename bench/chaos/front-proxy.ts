import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { ChaosNode } from "./node";

/** Gives each request to the next node, so that consecutive polls of a queue never reach the same one. */
export class FrontProxy {
  private readonly server: Server;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  private turn = 0;

  private constructor(private readonly nodes: readonly ChaosNode[]) {
    this.server = createServer((incoming, outgoing) => void this.serve(incoming, outgoing));
    // A long poll may wait behind a frozen node.
    this.server.requestTimeout = 0;
  }

  static async before(nodes: readonly ChaosNode[]): Promise<FrontProxy> {
    const proxy = new FrontProxy(nodes);
    await new Promise<void>((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private next(): string | undefined {
    for (let tries = 0; tries < this.nodes.length; tries += 1) {
      this.turn = (this.turn + 1) % this.nodes.length;
      const url = this.nodes[this.turn]?.url;
      if (url !== undefined) return url;
    }
    return undefined;
  }

  private async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const node = this.next();
    if (node === undefined) {
      outgoing.writeHead(503).end();
      return;
    }
    const { method, headers } = incoming;
    const passed = request(`${node}${incoming.url}`, { method, headers, agent: this.agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      // A node that dies in the middle of its answer must not look finished.
      answer.on("error", () => outgoing.destroy());
      answer.on("aborted", () => outgoing.destroy());
    });
    passed.on("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  }
}
