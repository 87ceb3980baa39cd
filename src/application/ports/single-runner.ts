/** Sees to it that of all processes only one does a piece of work at a time. */
export interface SingleRunner {
  /** Runs the work unless some process is at work of this name. Says whether it ran. */
  ifFree(name: string, work: () => Promise<void>): Promise<boolean>;
}
