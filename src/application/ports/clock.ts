/** What time it is. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}
