import { Agent, request } from "node:http";
import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { escapingRenderer } from "../application/fakes";
import { fuzzedServer } from "../fuzz/fuzzed-server";
import type { FuzzedRequest } from "../fuzz/requests";
import { processorTime } from "../measures/processor";
import { stock } from "./stock";

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A server that takes the owner's requests one at a time, and reports what each cost. */
export interface TriedServer {
  /** What requests are made from. */
  readonly server: Awaited<ReturnType<typeof fuzzedServer>>;
  cost(
    made: FuzzedRequest,
    isOwners: boolean,
  ): Promise<{ readonly status: number; readonly milliseconds: number }>;
  answer(made: FuzzedRequest, isOwners: boolean): Promise<Answer>;
  stop(): Promise<void>;
}

/** Counts nothing, so that no request is refused because of earlier ones. */
export const boundless = {
  take: async () => undefined,
  isUsedUp: async () => false,
  forget: async () => undefined,
};

const ask = (port: number, agent: Agent, { method, path, headers, body }: FuzzedRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, agent, method, path, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      // A stream of events has no end.
      if (response.headers["content-type"]?.startsWith("text/event-stream")) {
        resolve({ status: response.statusCode ?? 0, text: "" });
        response.on("error", () => undefined);
        asked.destroy();
        return;
      }
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      );
    });
    asked.on("error", reject);
    asked.end(body);
  });

/** Markdown is rendered by threads with limits of their own, so here it is only escaped. Nothing is counted as a guess. */
export const triedServer = async (report: (error: unknown) => void): Promise<TriedServer> => {
  const bare = await fuzzedServer(report, {
    renderer: escapingRenderer,
    throttle: boundless,
    passwordStrength: zxcvbnStrength,
  });
  const made = await stock(bare);
  const server = { ...bare, things: { ...bare.things, made } };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /**
   * Credentials of the caller: an account with a password for requests that ask for one, a bot for those that only bots
   * may make.
   */
  const credentials = async ({ path }: FuzzedRequest): Promise<Readonly<Record<string, string>>> => {
    if (path.startsWith("/json/")) return { Cookie: made.cookie ?? "", "X-CSRFToken": "c".repeat(32) };
    const isBots = path.startsWith("/api/v1/bot_storage");
    const isAccounts = /^\/api\/v1\/(settings|users\/me\/sessions)/.test(path);
    const caller = isBots ? server.things.users[3] : isAccounts ? Number(made.account) : 1;
    return { Authorization: await server.authorizationOf(caller ?? 1) };
  };
  const answer = async (request: FuzzedRequest, isKnown: boolean): Promise<Answer> =>
    ask(server.port, agent, {
      ...request,
      headers: { ...(isKnown && (await credentials(request))), ...request.headers },
    });
  return {
    server,
    answer,
    cost: async (made, isOwners) => {
      let status = 0;
      const milliseconds = await processorTime(async () => {
        ({ status } = await answer(made, isOwners));
        await new Promise((resolve) => setImmediate(resolve));
      });
      return { status, milliseconds };
    },
    stop: async () => {
      agent.destroy();
      await server.stop();
    },
  };
};
