/** Whom work is for: turns are shared between organizations, and each organization's share between its users. */
export interface Requester {
  readonly realm: string;
  readonly user: string;
}
