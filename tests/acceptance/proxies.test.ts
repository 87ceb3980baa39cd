import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { isInstalled, proxyNames, type RunningProxy, startProxy } from "../support/servers/proxies";

/** How a node answers what isn't a health check. */
type Answer = (request: IncomingMessage, response: ServerResponse, node: number) => void;

const nameNode: Answer = (_request, response, node) => response.end(`${node}`);

/** Methods of requests that may change something. */
const changing = ["POST", "PUT", "PATCH", "DELETE"];

interface Answered {
  readonly status: number | undefined;
  readonly body: string;
  readonly retryAfter?: string | undefined;
}

describe.each(proxyNames)("%s (skipped where it isn't installed)", (name) => {
  const testIt = isInstalled(name) ? test : test.skip;
  let answer: Answer = nameNode;
  let servers: readonly Server[] = [];
  let proxy: RunningProxy | undefined;

  const startNode = (node: number): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((incoming, response) => {
        if (incoming.url === "/ready") response.end();
        else answer(incoming, response, node);
      });
      server.listen(0, "127.0.0.1", () => resolve(server));
    });
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  beforeEach(async () => {
    if (!isInstalled(name)) return;
    answer = nameNode;
    servers = await Promise.all([0, 1, 2].map(startNode));
    proxy = await startProxy(name, servers.map(portOf));
  });
  afterEach(async () => {
    if (!isInstalled(name)) return;
    await proxy?.stop();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });

  /** Begins a request; the caller ends it. */
  const begin = (
    method: string,
    host: string,
    answered: (answer: Answered) => void,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port: proxy?.port,
        method,
        path: "/",
        headers: { ...headers, host },
        rejectUnauthorized: false,
      },
      (incoming) => {
        let body = "";
        incoming.on("data", (chunk: Buffer) => {
          body += chunk;
        });
        incoming.once("close", () =>
          answered({ status: incoming.statusCode, body, retryAfter: incoming.headers["retry-after"] }),
        );
      },
    );
    return outgoing.once("error", () => answered({ status: undefined, body: "" }));
  };
  const ask = (
    host: string,
    method = "GET",
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> =>
    new Promise((resolve) => {
      begin(method, host, resolve, headers).end();
    });
  const hosts = Array.from({ length: 12 }, (_, index) => `team${index}.chat.example.com`);
  const nodesOf = async (): Promise<readonly string[]> => {
    const answers = await Promise.all(hosts.map((host) => ask(host)));
    return answers.map(({ body }) => body);
  };

  testIt("keeps each organization on one node, and spreads them over all", async () => {
    const nodes = await nodesOf();
    expect(new Set(nodes)).toEqual(new Set(["0", "1", "2"]));
    expect(await nodesOf()).toEqual(nodes);
  });

  testIt("keeps each client of the large organization on one node, and spreads them over all", async () => {
    const clients = Array.from({ length: 12 }, (_, index) => `${index}`);
    for (const header of ["authorization", "cookie"]) {
      const nodesOfClients = async () => {
        const answers = await Promise.all(
          clients.map((client) => ask("large.chat.example.com", "GET", { [header]: client })),
        );
        return answers.map(({ body }) => body);
      };
      const nodes = await nodesOfClients();
      expect(new Set(nodes)).toEqual(new Set(["0", "1", "2"]));
      expect(await nodesOfClients()).toEqual(nodes);
    }
  });

  testIt("says who asks, by which host, and that it was over https, whatever the client claims", async () => {
    answer = ({ headers }, response) =>
      response.end([headers.host, headers["x-forwarded-for"], headers["x-forwarded-proto"]].join(" "));
    const claims = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "http" };
    for (const host of ["team1.chat.example.com", "large.chat.example.com"])
      expect((await ask(host, "GET", claims)).body).toBe(`${host} 127.0.0.1 https`);
  });

  /** The requests that nodes read if each of them then breaks off. */
  const readBy = async (method: string, body = ""): Promise<readonly string[]> => {
    const received: string[] = [];
    answer = (incoming, response) => {
      received.push(incoming.method ?? "");
      incoming.resume().once("end", () => response.socket?.destroy());
    };
    const headers = { "content-length": `${body.length}` };
    await new Promise<Answered>((resolve) => {
      begin(method, "team1.chat.example.com", resolve, body === "" ? {} : headers).end(body);
    });
    return received;
  };

  testIt.each(changing)(
    "repeats no %s that a node may have carried out before it broke off",
    async (method) => {
      for (const body of ["", "x", "x".repeat(300_000), "x".repeat(2_000_000)]) {
        expect(await readBy(method, body)).toEqual([method]);
      }
    },
  );

  testIt("repeats a read at another node", async () => {
    expect((await readBy("GET")).length).toBeGreaterThan(1);
  });

  /** A host whose node is down, and to which the proxy has no open connection that it could mistake for a living one. */
  const hostWithoutNode = async (): Promise<string> => {
    answer = (_request, response, node) => response.writeHead(200, { connection: "close" }).end(`${node}`);
    const host = hosts[(await nodesOf()).indexOf("0")] ?? "";
    const [first] = servers;
    first?.close();
    first?.closeAllConnections();
    return host;
  };

  testIt.each(changing)("passes a %s on to another node if one can't be reached", async (method) => {
    const host = await hostWithoutNode();
    expect((await ask(host, method)).body).toMatch(/^[12]$/);
  });

  testIt.each(changing)("passes the whole body of a %s on to another node", async (method) => {
    const host = await hostWithoutNode();
    answer = (incoming, response, node) => {
      let size = 0;
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.length;
      });
      incoming.once("end", () => response.end(`${node} ${size}`));
    };
    const send = (half: number): Promise<string> =>
      new Promise((resolve) => {
        const headers = { "content-length": `${2 * half}` };
        const outgoing = begin(method, host, ({ body }) => resolve(body), headers);
        outgoing.write("x".repeat(half));
        setTimeout(() => outgoing.end("x".repeat(half)), 100);
      });
    const halves = [10, 100_000, 1_000_000];
    const answers = await Promise.all(halves.map(send));
    expect(answers.map((text) => text.replace(/^[12] /, ""))).toEqual(halves.map((half) => `${2 * half}`));
  });

  testIt(
    "passes on what a busy node sheds, repeats none of it, and keeps the node for everybody",
    async () => {
      const large = "large.chat.example.com";
      const shed: string[] = [];
      answer = ({ headers, url = "" }, response, node) => {
        if (headers.host !== large) return response.end(`${node}`);
        shed.push(url);
        response.writeHead(503, { "retry-after": "1" }).end(`busy ${node}`);
      };
      const before = await nodesOf();
      // More than enough to have any node taken for broken, by clients whose requests reach all of them.
      const clients = Array.from({ length: 60 }, (_, index) => `${index}`);
      const answers = await Promise.all(clients.map((authorization) => ask(large, "GET", { authorization })));
      expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(["busy 0", "busy 1", "busy 2"]));
      expect(answers.map(({ status, retryAfter }) => ({ status, retryAfter }))).toEqual(
        clients.map(() => ({ status: 503, retryAfter: "1" })),
      );
      expect(shed).toHaveLength(clients.length);
      expect(await nodesOf()).toEqual(before);
    },
  );

  testIt("moves only the organizations of a node that is down", async () => {
    const before = await nodesOf();
    const [first] = servers;
    first?.close();
    first?.closeAllConnections();
    const after = await nodesOf();
    expect(after).not.toContain("0");
    expect(after.every((node) => node === "1" || node === "2")).toBe(true);
    const stayed = after.filter((node, index) => node === before[index]);
    expect(stayed).toHaveLength(before.filter((node) => node !== "0").length);
  });

  testIt("passes on bodies and answers piece by piece", async () => {
    const body = await new Promise<string>((resolve) => {
      // Each side goes on only once the first piece of the other has come through.
      answer = (incoming, response) => {
        incoming.once("data", () => response.write("first "));
        incoming.resume().once("end", () => response.end("last"));
      };
      const outgoing = begin("POST", "team1.chat.example.com", (answered) => resolve(answered.body));
      outgoing.once("response", () => outgoing.end("last"));
      outgoing.write("first ");
    });
    expect(body).toBe("first last");
  });
});
