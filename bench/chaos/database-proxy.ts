import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

const notification = "A".charCodeAt(0);
const headerBytes = 5;

/** The connection on which a node listens: what the server says on it is taken apart into whole messages. */
class Listener {
  private rest: Buffer = Buffer.alloc(0);
  isMuted = false;
  isHushed = false;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
  ) {}

  fromServer(chunk: Buffer): void {
    this.rest = Buffer.concat([this.rest, chunk]);
    while (this.rest.length >= headerBytes) {
      const length = 1 + this.rest.readUInt32BE(1);
      if (this.rest.length < length) return;
      const message = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      if (!this.isHushed && !(this.isMuted && message[0] === notification)) this.near.write(message);
    }
  }

  fromClient(chunk: Buffer): void {
    if (!this.isHushed) this.far.write(chunk);
  }
}

/**
 * The way from one node to the database. It recognizes the connection on which the node listens for notifications,
 * and can leave these out (the bus loses hints, unnoticed) or stop passing anything on (half-open).
 */
export class DatabaseProxy {
  private readonly server: Server;
  private readonly listeners = new Set<Listener>();
  private readonly sockets = new Set<Socket>();
  private isMuted = false;

  private constructor(private readonly target: { readonly host: string; readonly port: number }) {
    this.server = createServer((near) => this.pass(near));
  }

  static async to(url: URL): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy({ host: url.hostname, port: Number(url.port || 5432) });
    await new Promise<void>((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Loses notifications from now on, until called with false. */
  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    for (const listener of this.listeners) listener.isMuted = isMuted;
  }

  /** Lets the listening connection of now fall silent for good: the node must notice and connect anew. */
  hush(): void {
    for (const listener of this.listeners) listener.isHushed = true;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(near: Socket): void {
    const far = connect({ ...this.target, noDelay: true });
    near.setNoDelay(true);
    let listener: Listener | undefined;
    near.on("data", (chunk: Buffer) => {
      // The connection is idle when it asks: what the server says next begins with a whole message.
      if (listener === undefined && chunk.includes("LISTEN parley_log")) {
        listener = new Listener(near, far);
        listener.isMuted = this.isMuted;
        this.listeners.add(listener);
      }
      if (listener) listener.fromClient(chunk);
      else far.write(chunk);
    });
    far.on("data", (chunk: Buffer) => {
      if (listener) listener.fromServer(chunk);
      else near.write(chunk);
    });
    const end = () => {
      if (listener) this.listeners.delete(listener);
      for (const socket of [near, far]) {
        this.sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [near, far]) {
      this.sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", end);
    }
  }
}
