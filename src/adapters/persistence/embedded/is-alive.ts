import { codeOf } from "../../../domain/codec/caught";

/** Whether a process runs on this machine, under any user. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
};
