import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { join } from "node:path";
import type { ConnectionSettings } from "../../../src/adapters/persistence/knex/database/database";

/** Connections on which a node listens for notifications, those on which it queries, or both. */
type Lines = "listening" | "asking" | "all";

/** A connection to a database that can be blocked, in whole or in part. */
export interface DatabaseProxy {
  readonly connection: ConnectionSettings;
  /** Closes every connection and accepts no new one. */
  shut(): void;
  open(): void;
  /** Closes connections. */
  cut(lines: Lines): void;
  /** Leaves current connections open and discards their data, as if the other end had vanished. */
  hush(lines?: Lines): void;
  /** Silently loses notifications until called with false. */
  mute(isMuted: boolean): void;
  /**
   * Holds back data in both directions on every querying connection, and on new ones: they neither answer nor close.
   * Call the result to continue.
   */
  silence(): () => void;
  close(): Promise<void>;
}

/** A database's address, reached through a port of this machine. */
const whereabouts = (
  connection: ConnectionSettings,
): { readonly target: NetConnectOpts; through(port: number): ConnectionSettings } => {
  if (typeof connection !== "string") {
    const { host, port } = connection;
    return {
      target: host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port },
      through: (own) => ({ ...connection, host: "127.0.0.1", port: own }),
    };
  }
  const url = new URL(connection);
  return {
    target: { host: url.hostname, port: Number(url.port || 5432) },
    through: (port) => Object.assign(new URL(url), { hostname: "127.0.0.1", port: `${port}` }).toString(),
  };
};

const notification = "A".charCodeAt(0);
const headerBytes = 5;

/** One connection through the door. Splits what the server sends to a listener into whole messages. */
class Line {
  isListening = false;
  isMuted = false;
  isHushed = false;
  private rest: Buffer = Buffer.alloc(0);

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    private readonly begins: (line: Line) => void,
  ) {
    near.on("data", (chunk: Buffer) => this.fromNode(chunk));
    far.on("data", (chunk: Buffer) => this.fromServer(chunk));
  }

  isInAudience(lines: Lines): boolean {
    return lines === "all" || this.isListening === (lines === "listening");
  }

  hold(isHeld: boolean): void {
    for (const socket of [this.near, this.far]) {
      if (isHeld) socket.pause();
      else socket.resume();
    }
  }

  end(): void {
    this.near.destroy();
    this.far.destroy();
  }

  private fromNode(chunk: Buffer): void {
    // The connection is idle when it queries, so the server's next data starts with a whole message.
    if (!this.isListening && chunk.includes("LISTEN parley_log")) {
      this.isListening = true;
      this.begins(this);
    }
    if (!this.isHushed) this.far.write(chunk);
  }

  private fromServer(chunk: Buffer): void {
    if (!this.isListening) {
      if (!this.isHushed) this.near.write(chunk);
      return;
    }
    this.rest = Buffer.concat([this.rest, chunk]);
    while (this.rest.length >= headerBytes) {
      const length = 1 + this.rest.readUInt32BE(1);
      if (this.rest.length < length) return;
      const message = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      if (!this.isHushed && !(this.isMuted && message[0] === notification)) this.near.write(message);
    }
  }
}

/** Opens a TCP port that forwards everything to the database. */
export const proxyTo = async (connection: ConnectionSettings): Promise<DatabaseProxy> => {
  const { target, through } = whereabouts(connection);
  const lines = new Set<Line>();
  let isOpen = true;
  let isMuted = false;
  let silences = 0;
  const server = createServer((near) => {
    if (!isOpen) return void near.destroy();
    const far = connect(target);
    const line = new Line(near, far, (listening) => {
      listening.isMuted = isMuted;
    });
    lines.add(line);
    if (silences > 0) line.hold(true);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        lines.delete(line);
        line.end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (which: Lines) => {
    for (const line of [...lines]) if (line.isInAudience(which)) line.end();
  };
  const shut = () => {
    isOpen = false;
    cut("all");
  };
  return {
    connection: through(port),
    shut,
    open: () => {
      isOpen = true;
    },
    cut,
    hush: (which = "all") => {
      for (const line of lines) if (line.isInAudience(which)) line.isHushed = true;
    },
    mute: (muted) => {
      isMuted = muted;
      for (const line of lines) line.isMuted = muted;
    },
    silence: () => {
      silences += 1;
      for (const line of lines) if (line.isInAudience("asking")) line.hold(true);
      return () => {
        silences -= 1;
        if (silences === 0) for (const line of lines) line.hold(false);
      };
    },
    close: () => {
      shut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
