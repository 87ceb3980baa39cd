/** One start of the server: what its clients may have to fetch anew after it. */
export interface ServerRun {
  /** Unix seconds. */
  readonly startedAt: number;
  /** Names the build of the web client that this start serves; null where it serves none. */
  readonly webBuild: string | null;
}
