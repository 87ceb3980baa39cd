/** The requester of work that takes turns: organizations share the turns, then the users of each share its part. */
export interface Requester {
  readonly realm: string;
  readonly user: string;
}
