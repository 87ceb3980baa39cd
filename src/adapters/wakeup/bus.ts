import type { RealmId } from "../../domain/ids";

/** A payload for the processes that follow a realm. */
export interface BusMessage {
  readonly realmId: RealmId;
  readonly payload: string;
}

/** A connection that receives from a bus. */
export interface BusConnection {
  /** Resolves when the connection has ended, whichever side ended it. */
  readonly ended: Promise<unknown>;
  /** Resolves once news of the realms arrives. */
  follow(realmIds: readonly RealmId[]): Promise<unknown>;
  leave(realmId: RealmId): Promise<unknown>;
  /** Rejects or never resolves if the connection no longer works. */
  check(): Promise<unknown>;
  /** Resolves when it is closed, or nothing more can be done about it. */
  close(): Promise<void>;
}

/** An engine that carries payloads from one process to the others. */
export interface Bus {
  /** The largest payload it accepts, in bytes. */
  readonly mostBytes: number;
  /** How many payloads the events of one commit may fill. Beyond that, others read the log. */
  readonly mostPayloads: number;
  /**
   * Whether a process receives only news of the realms that it follows. Otherwise it receives all, and
   * messages need no realm.
   */
  readonly isByRealm: boolean;
  connect(receive: (payload: string) => void, onError: (error: unknown) => void): Promise<BusConnection>;
  /** Resolves when the engine has accepted all the messages; they arrive in this order. */
  publish(messages: readonly BusMessage[]): Promise<unknown>;
}
