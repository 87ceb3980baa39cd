import { setTimeout as sleep } from "node:timers/promises";
import { benchSettings } from "../bench-settings";
import { isolated } from "../isolated";
import { memoryOf } from "../memory";
import { atMost, type Measured } from "./row";
import { onServer } from "./world";

const idleMilliseconds = 60_000;

/** Memory of a server without requests, always with an embedded database: another server's processes aren't its own. */
export const measureIdleMemory = (): Promise<readonly Measured[]> =>
  isolated(undefined, (dataDir, databaseUrl) =>
    onServer({ settings: benchSettings(dataDir, databaseUrl) }, async ({ pid }) => {
      await sleep(idleMilliseconds);
      const { node, postgres } = memoryOf(pid);
      return [
        [
          { what: "7 memory a minute after the start, with the database, MB", digits: 1, goal: atMost(110) },
          node + postgres,
        ],
        [{ what: "  of it Node's", digits: 0 }, node],
        [{ what: "  of it PostgreSQL's", digits: 0 }, postgres],
      ];
    }),
  );
