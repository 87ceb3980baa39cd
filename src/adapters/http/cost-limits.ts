import type { TurnLimits } from "../../application/admission/fair-turns";

/** What a process does at once for requests of a class, and how many may wait for that. DESIGN §6. */
export const costLimits = {
  /** Without a login: each network is a user. */
  anonymous: { running: 32, runningEach: 8, waiting: 200, waitingEach: 40 },
  read: { running: 64, runningEach: 16, waiting: 500, waitingEach: 100 },
  /** Looks through the text of messages: each may keep a connection to the database busy for seconds. */
  search: { running: 4, runningEach: 1, waiting: 100, waitingEach: 10 },
  write: { running: 64, runningEach: 16, waiting: 500, waitingEach: 100 },
  /** Changes that grow with lists which the caller sends, or with what there is. */
  bulk: { running: 4, runningEach: 1, waiting: 100, waitingEach: 10 },
  /** Writes down everything that a client must know: megabytes, in a large organization. */
  register: { running: 4, runningEach: 2, waiting: 100, waitingEach: 10 },
  /** Each takes 19 MiB, and a thread that files need too. */
  password: { running: 4, runningEach: 2, waiting: 100, waitingEach: 10 },
  /** Files that are stored as they come. */
  upload: { running: 100, runningEach: 20, waiting: 100, waitingEach: 50 },
  /** Pictures, which are in memory as a whole. */
  picture: { running: 8, runningEach: 2, waiting: 50, waitingEach: 5 },
  /** Files, as fast as clients take them. */
  download: { running: 2000, runningEach: 100, waiting: 500, waitingEach: 100 },
  /** Waits for another server, of which nobody knows how quick it is. */
  outgoing: { running: 16, runningEach: 2, waiting: 50, waitingEach: 5 },
  /** Long polls do nothing but wait. */
  poll: { running: 15_000, runningEach: 500, waiting: 0, waitingEach: 0 },
  /** Bodies of more than a few kilobytes, from when they are read until their request is answered. */
  body: { running: 32, runningEach: 4, waiting: 200, waitingEach: 20 },
} as const satisfies Record<string, TurnLimits>;

/** Requests of a class share a limit. */
export type CostClass = keyof typeof costLimits;
export type CostLimits = Readonly<Record<CostClass, TurnLimits>>;
/** The classes that endpoints have. */
export type EndpointCost = Exclude<CostClass, "body">;
