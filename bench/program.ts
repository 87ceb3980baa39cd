import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf } from "./memory";

type Undo = () => Promise<void> | void;

let isEnding = false;
const undoing = new Set<Undo>();
const checkMilliseconds = 100;
/** Children are asked first and may end their own children. PostgreSQL doesn't wait for its clients on SIGINT. */
const signals = [
  { signal: "SIGTERM", patience: 5000, isForAll: false },
  { signal: "SIGINT", patience: 5000, isForAll: true },
  { signal: "SIGKILL", patience: 2000, isForAll: true },
] as const;

/** Removes something if this process ends before its work is done. Returns a function that keeps it. */
export const undoAtEnd = (undo: Undo): (() => void) => {
  undoing.add(undo);
  return () => {
    // While processes end, main may give up early and undo too soon.
    if (!isEnding) undoing.delete(undo);
  };
};

/** The parent of a process that runs; undefined if it has ended. */
const parentOf = (pid: number): number | undefined => {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined;
  }
};

/** Sends a signal to a process, if it still runs. */
export const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
};

/** Ends what this process started. Remembers what its children started, which may outlive them. */
const endOffspring = async (): Promise<void> => {
  const all = new Set<number>();
  const left = (): readonly number[] => {
    for (const pid of childrenOf(process.pid)) all.add(pid);
    return [...all].filter((pid) => parentOf(pid) !== undefined);
  };
  for (const { signal, patience, isForAll } of signals) {
    const meant = (): readonly number[] => left().filter((pid) => isForAll || parentOf(pid) === process.pid);
    for (const pid of meant()) sendSignal(pid, signal);
    const began = performance.now();
    while (meant().length > 0 && performance.now() - began < patience) await sleep(checkMilliseconds);
  }
};

const end = async (code: number): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  await endOffspring();
  for (const undo of [...undoing].reverse())
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  process.exit(code);
};

/** npm runs us by a shell, which dies of a signal without passing it on. If npm is killed, it passes on nothing. */
const whenNpmEnds = (work: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const ancestors = (): string => `${process.ppid} ${parentOf(process.ppid)}`;
  const whole = ancestors();
  setInterval(() => ancestors() !== whole && work(), checkMilliseconds).unref();
};

/** Runs the main function of a program. If that fails or is ended early, no process that it started is left behind. */
export const runProgram = (main: () => Promise<void>): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void end(128 + constants.signals[signal]));
  whenNpmEnds(() => void end(1));
  main().catch((error: unknown) => {
    if (isEnding) return;
    console.error(error);
    void end(1);
  });
};
