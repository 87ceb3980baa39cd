import { asEach, call, carried } from "../load";
import { cpuOf } from "../processor-time";
import type { Person } from "../seed";
import { sendsCarried } from "../sends";
import { offerSends, Sender } from "../steady-sends";
import type { Node } from "./node";

/** What happens on one node. */
export interface Share {
  readonly node: Node;
  /** They keep queues open, so that the node holds their organizations. */
  readonly listening: readonly Person[];
  readonly sending: readonly Person[];
}

/** What sends cost, on all nodes together. */
export interface Measured {
  readonly perSecond: number;
  /** Microseconds of the nodes' processor time. */
  readonly cpuPerMessage: number;
  readonly messagesPerCommit: number;
  readonly commits: number;
  readonly thrownAway: number;
  readonly readsOfLog: number;
  readonly turnsUnanswered: number;
  readonly refused: number;
}

const figures = [
  "parley_commit_conflicts_total",
  "parley_commit_events_count",
  "parley_commit_events_sum",
  'parley_port_calls_total{port="event log",method="after"}',
  'parley_lane_turns_total{how="unanswered"}',
] as const;

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** What the figures of all nodes add up to. */
const together = async (shares: readonly Share[]): Promise<readonly number[]> => {
  const each = await Promise.all(shares.map(({ node }) => node.figures(figures)));
  return figures.map((_, index) => sumOf(each.map((values) => values[index] ?? 0)));
};

const processorTimeOf = (shares: readonly Share[]): number =>
  sumOf(shares.map(({ node }) => cpuOf(node.pid)));

/** How fast people send: each as soon as the one before is answered, or all together at a steady rate. */
export type Pace = "as fast as it is answered" | { readonly perSecond: number };

/** What a client saw of its sends. */
interface Carried {
  readonly perSecond: number;
  readonly refused: number;
}

/** Opens connections for one node's people. @returns how to send as many messages as asked for, at a steady rate. */
const steadySends = async (
  { node, sending }: Share,
  perSecond: number,
): Promise<(amount: number) => Promise<Carried>> => {
  const senders = sending.map((person) => new Sender(node.url, person, 2));
  for (const sender of senders) await sender.open();
  return async (amount) => {
    const seconds = amount / perSecond;
    const sent = await Promise.all(await offerSends(senders, perSecond, seconds));
    for (const sender of senders) sender.close();
    const answered = sent.filter(({ status }) => status === 200).length;
    return { perSecond: answered / seconds, refused: sent.length - answered };
  };
};

/** How each node's people send as many messages as asked for. */
const sendsAt = (senders: readonly Share[], pace: Pace): Promise<((amount: number) => Promise<Carried>)[]> =>
  Promise.all(
    senders.map(async (share) =>
      typeof pace === "string"
        ? (amount: number) =>
            sendsCarried(share.node.url, share.sending, { connections: share.sending.length, amount })
        : steadySends(share, pace.perSecond / senders.length),
    ),
  );

/** Sends a number of messages on all nodes together, after as many have warmed up each node. */
export const measureSends = async (
  shares: readonly Share[],
  messages: number,
  pace: Pace,
): Promise<Measured> => {
  for (const { node, listening } of shares)
    for (const person of listening)
      await call(`${node.url}/api/v1/register`, "POST", person, { event_types: '["message"]' });
  const senders = shares.filter(({ sending }) => sending.length > 0);
  const warmUp = await sendsAt(senders, "as fast as it is answered");
  await Promise.all(warmUp.map((send) => send(messages)));
  const measured = await sendsAt(senders, pace);
  const before = await together(shares);
  const cpuBefore = processorTimeOf(shares);
  const sends = await Promise.all(measured.map((send) => send(Math.floor(messages / senders.length))));
  const cpuMilliseconds = processorTimeOf(shares) - cpuBefore;
  const after = await together(shares);
  const [thrownAway = 0, commits = 0, sent = 0, readsOfLog = 0, turnsUnanswered = 0] = after.map(
    (value, index) => value - (before[index] ?? 0),
  );
  return {
    perSecond: sumOf(sends.map(({ perSecond }) => perSecond)),
    cpuPerMessage: (cpuMilliseconds * 1000) / sent,
    messagesPerCommit: sent / commits,
    commits,
    thrownAway,
    readsOfLog,
    turnsUnanswered,
    refused: sumOf(sends.map(({ refused }) => refused)),
  };
};

/** The result as a line. */
export const described = (measured: Measured): string => {
  const { commits, thrownAway } = measured;
  const part = (100 * thrownAway) / (commits + thrownAway);
  return (
    `${measured.perSecond.toFixed(0)} messages/s, ${measured.cpuPerMessage.toFixed(0)} µs of CPU a message, ` +
    `${measured.messagesPerCommit.toFixed(1)} messages a commit, ` +
    `${thrownAway} of ${commits + thrownAway} batches thrown away (${part.toFixed(1)} %), ` +
    `${measured.readsOfLog} reads of the log, ${measured.turnsUnanswered} turns unanswered, ` +
    `${measured.refused} refused`
  );
};

/** Pages of messages per second, over as many connections. */
export const readsPerSecond = async (
  url: string,
  people: readonly Person[],
  duration: number,
): Promise<number> => {
  const { perSecond } = await carried({
    url: `${url}/api/v1/messages?anchor=newest&num_before=100&num_after=0`,
    connections: people.length,
    duration,
    setupClient: asEach(people),
  });
  return perSecond;
};
