/** Which realms the server holds. */
export interface RealmRegistry {
  list(): Promise<readonly RegisteredRealm[]>;
}

export interface RegisteredRealm {
  readonly id: number;
  readonly subdomain: string;
}
