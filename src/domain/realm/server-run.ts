/** One run of the server process. Clients may have to reload after a restart. */
export interface ServerRun {
  /** Unix seconds. */
  readonly startedAt: number;
  /** Identifies the served build of the web client; null if none is served. */
  readonly webBuild: string | null;
}
