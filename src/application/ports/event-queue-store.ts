import type { EventQueue } from "../../domain/event-queue";

/** How far a queue's client has come, when it was last here, and which start of the server it heard from. */
export interface SeenQueue
  extends Pick<EventQueue, "id" | "acknowledged" | "lastSeenAt" | "heardRunOf" | "heardWebBuild"> {
  readonly realmId: number;
}

/** Keeps queues through restarts. */
export interface EventQueueStore {
  add(realmId: number, queue: EventQueue): Promise<void>;
  find(realmId: number, id: string): Promise<EventQueue | undefined>;
  remove(realmId: number, id: string): Promise<void>;
  /** Records how far clients have come; never takes a queue back. */
  touch(seen: readonly SeenQueue[]): Promise<void>;
  /** Drops queues that nobody asked for within their time, in whatever realm, at most `limit`; answers with their ids. */
  removeIdle(now: number, limit: number): Promise<readonly string[]>;
}
