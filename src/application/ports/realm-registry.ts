/** Which realms the server holds. */
export interface RealmRegistry {
  list(): Promise<readonly RegisteredRealm[]>;
}

/** A realm that is there, deactivated or not. */
export interface RegisteredRealm {
  readonly id: number;
  readonly subdomain: string;
}
