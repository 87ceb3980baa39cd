import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const kilobytes = (text: string, field: string): number =>
  [...text.matchAll(new RegExp(`^${field}:\\s+(\\d+) kB`, "gm"))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );

/** The processes that a process started, and those that they started. */
export const childrenOf = (pid: number): readonly number[] => {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const of = (one: number): readonly number[] =>
    all.flatMap(([child, parent]) => (parent === one && child !== undefined ? [child, ...of(child)] : []));
  return of(pid);
};

/** A process's resident megabytes. Linux only. */
export const residentOf = (pid: number): number =>
  kilobytes(readFileSync(`/proc/${pid}/status`, "utf8"), "VmRSS") / 1024;

/** Megabytes: node's resident set, and the private memory of PostgreSQL's processes. Linux only. */
export const memoryOf = (pid: number): { node: number; postgres: number } => {
  const node = residentOf(pid);
  const postgres = childrenOf(pid)
    .map((child) => readFileSync(`/proc/${child}/smaps_rollup`, "utf8"))
    .reduce(
      (sum, rollup) => sum + kilobytes(rollup, "Private_Clean") + kilobytes(rollup, "Private_Dirty"),
      0,
    );
  return { node, postgres: postgres / 1024 };
};
