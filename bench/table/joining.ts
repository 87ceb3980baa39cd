import { fork } from "node:child_process";
import { join } from "node:path";
import { startProcess } from "../server-process";
import type { Joining } from "./joiners";
import { atMost, type Measured } from "./row";
import { onServer, type World } from "./world";

const joining = 1000;
/** Until V8 has compiled what the clients do at the bare server, and what the server does. */
const rehearsals = 8;

/** Starts a process of clients. Returns how to make people join a server, and how to end it. */
const startJoiners = () => {
  const clients = fork(join(__dirname, "joiners.js"));
  const failed = new Promise<never>((_, reject) => {
    clients.once("exit", (code) => reject(new Error(`The clients ended with ${code}`)));
  });
  // Ending the clients rejects it when nobody waits any more.
  failed.catch(() => {});
  return {
    /** How long it took, in milliseconds. */
    join: (asked: Joining): Promise<number> => {
      const answered = new Promise<number>((resolve) => clients.once("message", resolve));
      clients.send(asked);
      return Promise.race([answered, failed]);
    },
    end: (): void => {
      clients.kill();
    },
  };
};

const leastOf = async (times: number, measure: () => Promise<number>): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < times; count += 1) least = Math.min(least, await measure());
  return least;
};

/**
 * Many people open queues for messages, all at once: at a server that has just started, and again once its code is compiled. The clients
 * rehearse at a bare server, which knows nobody and stores nothing.
 */
export const measureJoining = async (world: World): Promise<readonly Measured[]> => {
  const people = world.people.slice(0, joining);
  const clients = startJoiners();
  const bare = await startProcess("bench/fan-out/bare-server.js", {});
  try {
    const floor = await leastOf(rehearsals, () => clients.join({ url: bare.url, people }));
    const [first, later] = await onServer(world, async ({ url }) => {
      const first = await clients.join({ url, people });
      return [first, await leastOf(rehearsals, () => clients.join({ url, people }))] as const;
    });
    return [
      [
        {
          what: `8 ${joining} people register for messages right after a start, ms`,
          digits: 0,
          goal: atMost(1000),
        },
        first,
      ],
      [
        {
          what: `  the same when its code is compiled, least of ${rehearsals}, ms`,
          digits: 0,
          goal: atMost(1000),
        },
        later,
      ],
      [{ what: `  the same at a bare node:http server, least of ${rehearsals}, ms`, digits: 0 }, floor],
    ];
  } finally {
    clients.end();
    await bare.stop();
  }
};
