/** Processor time in microseconds: of the process that does the work, and of PostgreSQL. */
export interface Cost {
  readonly node: number;
  readonly database: number;
}

/** What the server's parts cost, as `npm run simulate -- --measure` found it. */
export interface Costs {
  /** The machine, for readers. */
  readonly measuredOn: string;
  /** A commit, whatever is in it, and each message in it. */
  readonly commit: Cost;
  readonly message: Cost;
  /** From the statement to its answer while nothing else runs, in milliseconds. */
  readonly commitMilliseconds: number;
  /** One message to one client. */
  readonly pollDelivery: Cost;
  readonly streamDelivery: Cost;
  /** One request. */
  readonly presence: Cost;
  readonly markRead: Cost;
  readonly history: Cost;
  readonly registration: Cost;
  /** Loading an organization of ten people into memory. */
  readonly realmLoad: Cost;
  /** Costs per second: a queue whose client waits, an organization in memory, and an idle process. */
  readonly idleQueue: Cost;
  readonly heldRealm: Cost;
  readonly process: Cost;
  /** A message that another process applies, from the bus, and what passing it on costs the one that sent it. */
  readonly follow: Cost;
  /** NOTIFY: the commit's share, and that of each process that listens. */
  readonly notify: Cost;
  readonly notifyEach: Cost;
  /** What NATS delivers in a second on two cores; measured separately, with eight subscribers. */
  readonly natsPerSecond: number;
  readonly memory: {
    readonly processMib: number;
    readonly queueKib: number;
    readonly realmKib: number;
    /** `npm run bench:state` measures it. */
    readonly personKib: number;
  };
  /** What a message costs the database: transactions, and bytes of the write-ahead log and of tables and indexes. */
  readonly perMessage: {
    readonly transactions: number;
    readonly walBytes: number;
    readonly storedBytes: number;
  };
}
