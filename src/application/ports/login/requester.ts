/** Who asks for work that takes turns. Organizations share first, then the users of each. */
export interface Requester {
  readonly realm: string;
  readonly user: string;
}
