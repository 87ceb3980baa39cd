import { readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** Processor time that a process has used, in milliseconds. */
export const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
};
