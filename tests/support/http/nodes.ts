import type { Server } from "node:http";
import { seeded } from "../../../bench/chaos/random";
import { unicodeCatalog } from "../../../src/adapters/emoji/unicode-catalog";
import { costLimits } from "../../../src/adapters/http/declaration/cost-limits";
import type { Wakeup } from "../../../src/application/ports/events/wakeup";
import { wakeUps } from "../../../src/composition/components/wake-ups";
import type { Services } from "../../../src/composition/open-services";
import { plainApiKeys, plainLinkTokens } from "../application/fakes";
import { memoryApplication, newProcess } from "../application/memory-application";
import { realServices } from "../application/real-services";
import { failOn } from "../storage/persistence";
import {
  type Client,
  clientAt,
  httpOn,
  type ServerOptions,
  startServer,
  type TestServer,
} from "./http-application";

/** A user who can make calls. */
interface Account {
  readonly id: number;
  readonly email: string;
}

/** Nodes that serve one realm. Which of them gets a call is random, but repeats for the same seed. */
export interface Nodes {
  readonly owner: Account;
  reseed(seed: number): void;
  /** A user whose calls each go to any of the nodes. */
  anywhere(account: Account): Client;
  /** A user whose calls all go to one of the nodes. */
  somewhere(account: Account): Client;
  /** A user whose calls all go to the last node, which others replace when it ends. */
  atLast(account: Account): Client;
  /** A user whose calls all go to the first node. */
  atFirst(account: Account): Client;
  /** Ends one of the nodes, and starts another in its place. */
  restartOne(): Promise<void>;
  /**
   * Whether nodes receive each other's announcements. While they don't, all calls go to the first one; the others later
   * catch up at once with everything they missed.
   */
  hearEachOther(isConnected: boolean): void;
  /** Runs the jobs that are due. */
  runJobs(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  /** Absent if nodes always receive each other's announcements. */
  readonly hear?: (isConnected: boolean) => void;
  readonly http: Server;
  readonly services: Pick<Services, "jobRunner">;
  stop(): Promise<void>;
}

const nodesOf = (
  first: Node,
  another: () => Promise<Node>,
  others: readonly Node[],
  keyOf: (account: Account) => string,
): Nodes => {
  const nodes = [first, ...others];
  let chance = seeded(1);
  let isConnected = true;
  const any = () => (isConnected ? chance.pick(nodes) : first).http;
  const owner = { id: 1, email: "owner@example.com" };
  return {
    owner,
    reseed: (seed) => {
      chance = seeded(seed);
    },
    anywhere: (account) => clientAt(any, account, keyOf(account)),
    somewhere: (account) => {
      const http = any();
      return clientAt(() => (isConnected ? http : first.http), account, keyOf(account));
    },
    atLast: (account) => clientAt(() => (nodes.at(-1) ?? first).http, account, keyOf(account)),
    atFirst: (account) => clientAt(() => first.http, account, keyOf(account)),
    restartOne: async () => {
      if (nodes.length === 1) return;
      // The first one holds what the others share.
      const index = chance.between(1, nodes.length - 1);
      const fresh = await another();
      fresh.hear?.(isConnected);
      const [old] = nodes.splice(index, 1, fresh);
      await old?.stop();
    },
    hearEachOther: (wanted) => {
      isConnected = wanted;
      for (const node of nodes) node.hear?.(wanted);
    },
    runJobs: () => first.services.jobRunner.runDue(),
    stop: async () => {
      for (const node of nodes.splice(1)) await node.stop();
      await first.stop();
    },
  };
};

/** A bus that can stop telling a node how far the log has grown. */
const withDeafness = (wakeup: Wakeup): { wakeup: Wakeup; hear: (isConnected: boolean) => void } => {
  let isConnected = true;
  return {
    hear: (wanted) => {
      isConnected = wanted;
    },
    wakeup: {
      ...wakeup,
      listen: (listener) =>
        wakeup.listen({
          ...listener,
          grown: (...news) => {
            if (isConnected) listener.grown(...news);
          },
        }),
    },
  };
};

/** From then on, several may call it at once. */
const listening = async (http: Server): Promise<void> => {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
};

const times = async <A>(count: number, make: () => Promise<A>): Promise<readonly A[]> => {
  const made: A[] = [];
  while (made.length < count) made.push(await make());
  return made;
};

/** Nodes on one PostgreSQL. */
export const nodesOnPostgres = async (count: number, options: ServerOptions = {}): Promise<Nodes> => {
  const server = await startServer(options);
  await listening(server.http);
  const closing = async (one: TestServer): Promise<Node> => {
    await listening(one.http);
    const stop = async () => {
      one.http.close();
      await one.close();
    };
    return { ...one, stop };
  };
  const another = async () => closing(await server.restarted());
  return nodesOf(server, another, await times(count - 1, another), ({ id }) => server.keyOf(id));
};

/** Nodes on one storage in memory. */
export const nodesInMemory = async (count: number): Promise<Nodes> => {
  const emoji = unicodeCatalog();
  const application = await memoryApplication({ ...realServices, emoji });
  const { outside, realmId } = application;
  const nodeOn = async (services: Services): Promise<Node> => {
    const deafable = withDeafness(services.wakeup);
    const bus = wakeUps({ ...services, wakeup: deafable.wakeup }, failOn);
    await bus.start?.();
    const http = httpOn({
      services,
      emoji,
      capturedMails: undefined,
      linkTokens: plainLinkTokens,
      signOn: undefined,
      uploads: { fileMib: 1, realmMib: null },
      isDevelopment: false,
      webFolder: "/nowhere",
      costs: costLimits,
      connectionsPerNetwork: 0,
      limit: { callsPerMinute: 0 },
      logger: { error: failOn },
      askDatabase: async () => undefined,
    });
    await listening(http);
    const stop = async () => {
      http.close();
      await services.liveQueues.close();
      await bus.stop?.();
    };
    return { http, services, stop, hear: deafable.hear };
  };
  const another = () => nodeOn(newProcess(outside));
  const first = await nodeOn(application.services);
  return nodesOf(first, another, await times(count - 1, another), ({ id }) =>
    plainApiKeys.keyOf(realmId, id, 1),
  );
};
