import { readFileSync } from "node:fs";

const ticksPerSecond = 100;

const ticksOf = (pid: number, fields: readonly number[]): number => {
  const all = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (fields.reduce((sum, field) => sum + Number(all[field]), 0) * 1000) / ticksPerSecond;
};

/** Processor time that a process has used, in milliseconds. */
export const cpuOf = (pid: number): number => ticksOf(pid, [11, 12]);

/** Processor time of a process and of those that it started and that have ended, in milliseconds. */
export const cpuWithEnded = (pid: number): number => ticksOf(pid, [11, 12, 13, 14]);
