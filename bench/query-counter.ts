import { type AddressInfo, createServer, connect as openConnection } from "node:net";

/** A proxy to a PostgreSQL server that counts statements. */
export interface QueryCounter {
  /** The database's URL, by way of this proxy. */
  readonly url: string;
  /** How often each statement was sent since the last call. */
  take(): ReadonlyMap<string, number>;
  /** How many statements ran so far, each time that a prepared one ran included. */
  readonly executed: number;
  close(): Promise<void>;
}

const lengthBytes = 4;
const simpleQuery = "Q";
const execute = "E";
/** Where the statement's text begins, in the messages that carry one: after the type and the length. */
const textStart: Readonly<Record<string, (body: Buffer) => number>> = {
  Q: () => 0,
  // After the name of the prepared statement.
  P: (body) => body.indexOf(0) + 1,
};

/** Cuts a client's bytes into messages of the protocol; the first one, which begins the session, has no type. */
const messageReader = (take: (type: string, body: Buffer) => void): ((chunk: Buffer) => void) => {
  let rest = Buffer.alloc(0);
  let hasBegun = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const typeBytes = hasBegun ? 1 : 0;
      if (rest.length < typeBytes + lengthBytes) return;
      const end = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < end) return;
      if (hasBegun) take(String.fromCharCode(rest[0] ?? 0), rest.subarray(typeBytes + lengthBytes, end));
      hasBegun = true;
      rest = rest.subarray(end);
    }
  };
};

/** Listens on a free port for clients of the database at a URL. */
export const countQueries = async (databaseUrl: string): Promise<QueryCounter> => {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  let counts = new Map<string, number>();
  let executed = 0;
  const server = createServer((client) => {
    const upstream = openConnection(Number(port || "5432"), hostname);
    const read = messageReader((type, body) => {
      if (type === execute || type === simpleQuery) executed += 1;
      const start = textStart[type]?.(body);
      if (start === undefined) return;
      const text = body.toString("utf8", start, body.indexOf(0, start)).replace(/\s+/g, " ").trim();
      counts.set(text, (counts.get(text) ?? 0) + 1);
    });
    client.on("data", read);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream])
      socket.on("error", () => {
        client.destroy();
        upstream.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    get executed() {
      return executed;
    },
    take: () => {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
};
