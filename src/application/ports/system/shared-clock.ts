/** The clock that all nodes share: the database's. */
export interface SharedClock {
  /** Unix milliseconds. */
  now(): Promise<number>;
}
