import type { TurnLimits } from "../../../application/admission/fair-turns";

/** Read connections reserved for decisions and logins, which need one at once; long reads never hold them. */
const spareConnections = 3;

/**
 * How many requests may read at once from this many database connections. Limits per class aren't enough: together the classes allow
 * more requests than there are connections, and one user could hold them all.
 */
export const readingLimits = (connections: number): TurnLimits => ({
  running: connections - spareConnections,
  runningEach: Math.max(1, Math.floor((connections - spareConnections) / 2)),
  waiting: 1500,
  waitingEach: 250,
});

/** How many requests of each class a process runs at once, and how many may wait. Decision 35. */
export const costLimits = {
  /** Requests without a login; the requester is the network. */
  anonymous: { running: 32, runningEach: 8, waiting: 200, waitingEach: 40 },
  read: { running: 64, runningEach: 16, waiting: 500, waitingEach: 100 },
  /** Reads as many rows as a channel, a message's audience or a user's past has. */
  list: { running: 4, runningEach: 2, waiting: 500, waitingEach: 50 },
  /** Pages of messages: each may hold twenty megabytes until it is encoded. */
  messages: { running: 6, runningEach: 3, waiting: 500, waitingEach: 100, mebibytes: 55 },
  /** Searches the text of messages: each may occupy a database connection for seconds. */
  search: { running: 4, runningEach: 1, waiting: 100, waitingEach: 10, mebibytes: 15 },
  /** Mostly sends, for which people wait: a second is long for them. */
  write: {
    running: 64,
    runningEach: 16,
    waiting: 500,
    waitingEach: 100,
    overload: { runsWithin: 300, patience: 400, patienceInOverload: 150 },
  },
  /** Changes whose cost grows with a list in the request, or with the amount of stored data. */
  bulk: { running: 4, runningEach: 1, waiting: 100, waitingEach: 10, mebibytes: 50 },
  /**
   * Encodes everything a client needs at start: megabytes in a large organization. All clients come at once when a day begins, or when
   * a new version makes them load again.
   */
  register: { running: 4, runningEach: 2, waiting: 1000, waitingEach: 10, mebibytes: 10, isUrgent: true },
  /** Opens an event queue and fetches at most the id of the newest message. Those that arrive together share a statement. */
  queue: { running: 64, runningEach: 16, waiting: 1000, waitingEach: 100 },
  /** Each takes 19 MiB, and a thread of the pool that file access shares. */
  password: { running: 4, runningEach: 2, waiting: 100, waitingEach: 10, mebibytes: 20, isUrgent: true },
  /** Files streamed into the store. */
  upload: { running: 100, runningEach: 20, waiting: 100, waitingEach: 50 },
  /** Pictures, held in memory whole. */
  picture: { running: 8, runningEach: 2, waiting: 50, waitingEach: 5 },
  /** Files, streamed at the client's speed. */
  download: { running: 2000, runningEach: 100, waiting: 500, waitingEach: 100 },
  /** Waits for another server of unknown speed. */
  outgoing: { running: 16, runningEach: 2, waiting: 50, waitingEach: 5 },
  /** Long polls only wait. Polls that read the log need a `LogReadPermit` to do so. */
  poll: { running: 15_000, runningEach: 500, waiting: 0, waitingEach: 0 },
  /** What a client doesn't read of its stream counts as an unread answer. */
  stream: { running: 15_000, runningEach: 60, waiting: 0, waitingEach: 0 },
  /** Bodies of more than a few kilobytes, from reading until the request is answered. */
  body: { running: 32, runningEach: 2, waiting: 200, waitingEach: 20 },
  /** Like `body`, for requests without a login, so that strangers hold up nobody else. */
  unknownBody: { running: 16, runningEach: 2, waiting: 100, waitingEach: 20 },
  /** Requests of all classes that read from the database. These are the limits for its usual number of connections. */
  reading: readingLimits(10),
} as const satisfies Record<string, TurnLimits>;

/** Requests of one class share a limit. */
export type CostClass = keyof typeof costLimits;
export type CostLimits = Readonly<Record<CostClass, TurnLimits>>;
/** The classes that endpoints may have. */
export type EndpointCost = Exclude<CostClass, "body" | "unknownBody" | "reading">;

/** Classes whose requests also take a turn at reading. Those of other classes read little, or in a realm's lane. */
export const readingClasses: ReadonlySet<CostClass> = new Set([
  "read",
  "list",
  "messages",
  "search",
  "register",
]);
