/** Tells other nodes that a realm's log has grown. A hint: a lost one costs time, never an event. */
export interface Wakeup {
  announce(realmId: number, position: number): void;
  listen(heard: (realmId: number, position: number) => void): Promise<{ close(): Promise<void> }>;
}
