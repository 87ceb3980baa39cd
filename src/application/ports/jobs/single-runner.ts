/** Ensures that only one of all processes does a piece of work at a time. */
export interface SingleRunner {
  /** Runs the work unless some process is running work of this name. Returns whether it ran. */
  ifFree(name: string, work: () => Promise<void>): Promise<boolean>;
}
