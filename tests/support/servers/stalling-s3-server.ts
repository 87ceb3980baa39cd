import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { S3Settings } from "../../../src/adapters/storage/s3-file-store";

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface StallingS3Server {
  readonly settings: S3Settings;
  /** How it answers from now on. */
  behave(behaviour: Behaviour): void;
  /** Cuts all connections: it doesn't notice the end of one that it doesn't read. */
  drop(): void;
  /** Connections that are open. */
  connections(): number;
  /** Requests received so far, by method and path. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** Accepts requests and never answers. */
export const silent: Behaviour = () => {};

/** Has one large file under every key, and stores what it is sent. */
export const large = (bytes: number): Behaviour => {
  const content = Buffer.alloc(bytes);
  return (request, response) => {
    request.resume().once("end", () => {
      if (request.method === "GET") response.writeHead(200, { "Content-Length": bytes }).end(content);
      else response.writeHead(200, { ETag: '"tag"' }).end();
    });
  };
};

/** Begins a multipart upload. */
export const begin: Behaviour = (request, response) => {
  request.resume();
  response.writeHead(200, { "Content-Type": "application/xml" });
  response.end("<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>");
};

/** A server in this process that speaks just enough S3 to fall silent at any moment. */
export const startStallingS3Server = async (): Promise<StallingS3Server> => {
  let behaviour = silent;
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    behaviour(request, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      bucket: "files",
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      accessKey: "key",
      secretKey: "secret",
      prefix: "",
    },
    behave: (next) => {
      behaviour = next;
    },
    drop: () => server.closeAllConnections(),
    connections: () => sockets.size,
    requests,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
