/** What goes to the processes that follow a realm. */
export interface Letter {
  readonly realmId: number;
  readonly payload: string;
}

/** A connection on which a bus is heard. */
export interface BusConnection {
  /** Resolves when it has ended, whoever ended it. */
  readonly ended: Promise<unknown>;
  /** Resolves when news of the realms arrives. */
  follow(realmIds: readonly number[]): Promise<unknown>;
  leave(realmId: number): Promise<unknown>;
  /** Rejects, or stays silent, where the connection no longer works. */
  check(): Promise<unknown>;
  /** Resolves when it is closed, or nothing more can be done about it. */
  close(): Promise<void>;
}

/** An engine that carries payloads from one process to the others. */
export interface Bus {
  /** The largest payload that it takes. */
  readonly mostBytes: number;
  /** Whether a process hears only of the realms that it follows. Otherwise it hears of all, and letters need no realm. */
  readonly isByRealm: boolean;
  connect(hear: (payload: string) => void, onError: (error: unknown) => void): Promise<BusConnection>;
  /** Resolves when the engine has all the letters; they arrive in this order. */
  publish(letters: readonly Letter[]): Promise<unknown>;
}
