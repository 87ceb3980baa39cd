import { createServer, type Server } from "node:net";
import { connectionGate } from "../../adapters/http/admission/connection-limits";
import { mostConnections } from "../../adapters/http/web-server";
import { withTimeout } from "../../application/with-timeout";
import type { Config } from "../../config/config";
import { listen } from "../lifecycle/listen";
import { acceptWaiting } from "../lifecycle/stop-listening";
import { type ConnectionTaker, Handover } from "./handover";

/** How long a worker may take to accept the last connections. */
const drainMilliseconds = 2000;

/** The configured port, whose connections go to workers. */
export class SharedPort {
  private readonly handover: Handover;
  private readonly server: Server;
  private listening: Promise<number> | undefined;

  constructor(private readonly config: Config) {
    this.handover = new Handover({
      enter: connectionGate({
        perNetwork: config.connectionsPerNetwork,
        trustedProxies: config.trustedProxies,
      }),
      mostEach: mostConnections,
    });
    this.server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true }, (socket) =>
      this.handover.accept(socket),
    );
  }

  /** Listens, once a worker can take connections. Resolves to the port. */
  listen(): Promise<number> {
    this.listening ??= listen(this.server, "PARLEY", this.config);
    return this.listening;
  }

  add(pass: Parameters<Handover["add"]>[0]): ConnectionTaker {
    return this.handover.add(pass);
  }

  /** Accepts no more connections. Resolves when workers have received every accepted one. */
  async close(): Promise<void> {
    await acceptWaiting(this.server);
    this.server.close();
    await withTimeout(
      "The workers didn't take the last connections",
      drainMilliseconds,
      this.handover.drained(),
    ).catch(() => this.handover.refuseWaiting());
  }
}
