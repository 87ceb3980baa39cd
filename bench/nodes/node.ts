import { createServer } from "node:net";
import { type ServerProcess, startProcess } from "../server-process";

/** A node, and what it counted since it started. Asking costs it some milliseconds of processor time. */
export interface Node extends ServerProcess {
  readonly figures: (names: readonly string[]) => Promise<readonly number[]>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
    });
  });

/** Starts a server that reports its counters. */
export const startNode = async (settings: NodeJS.ProcessEnv): Promise<Node> => {
  const port = await freePort();
  const server = await startProcess("src/main.js", { ...settings, PARLEY_METRICS_PORT: `${port}` });
  return {
    ...server,
    figures: async (names) => {
      const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split("\n");
      return names.map((name) =>
        lines
          .filter((line) => line.startsWith(`${name} `))
          .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0),
      );
    },
  };
};
