import { childrenOf } from "../memory";
import { cpuOf, cpuWithEnded } from "../processor-time";
import type { Cost } from "./costs";

/** Processor time since a moment, in microseconds. */
export interface Reading extends Cost {
  readonly seconds: number;
}

/** Reads what a server and its PostgreSQL have used; with several processes, all of them together. */
export interface Meter {
  /** Starts counting from zero. */
  reset(): void;
  read(): Reading;
}

/** Measures the processor time of a server on an embedded database. Linux only. */
export const meterOf = (pid: number, isPostgres: (pid: number) => boolean): Meter => {
  const now = () => {
    const children = childrenOf(pid);
    const databases = children.filter(isPostgres);
    const workers = children.filter((child) => !isPostgres(child));
    const used = (pids: readonly number[], cpu: (pid: number) => number): number =>
      pids.reduce((sum, one) => sum + 1000 * cpuOrNone(one, cpu), 0);
    return {
      at: performance.now(),
      node: used([pid, ...workers], cpuOf),
      database: used(databases, cpuWithEnded),
    };
  };
  let began = now();
  return {
    reset: () => {
      began = now();
    },
    read: () => {
      const ended = now();
      return {
        seconds: (ended.at - began.at) / 1000,
        node: ended.node - began.node,
        database: ended.database - began.database,
      };
    },
  };
};

/** A process may end between being listed and being read. */
const cpuOrNone = (pid: number, cpu: (pid: number) => number): number => {
  try {
    return cpu(pid);
  } catch {
    return 0;
  }
};
