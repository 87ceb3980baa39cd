import { statfs } from "node:fs/promises";
import { bytesIn } from "../../domain/units/size";

/** PostgreSQL writes ahead in files of 16 MiB, and needs room for the next one. */
const leastFreeBytes = 32 * bytesIn.mebibyte;

const freeBytesIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Says that a folder's disk is full; undefined if it has room or can't be measured. */
export const fullDiskProblem = async (
  folder: string,
  freeBytes: (folder: string) => Promise<number> = freeBytesIn,
): Promise<string | undefined> => {
  const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
  return free < leastFreeBytes ? "The server's disk is full." : undefined;
};
