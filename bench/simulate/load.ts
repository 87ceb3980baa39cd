import type { Cost, Costs } from "./costs";
import { realmSizes, type SizeClass } from "./realm-sizes";

/** Who uses the service in its busiest hour, and how much. */
export interface Population {
  readonly people: number;
  readonly realms: number;
  /** How many clients wait for events at once. */
  readonly polling: number;
  /** The share of them that reads a stream. */
  readonly streaming: number;
  /** How fast the size of an organization falls with its rank. */
  readonly exponent: number;
  /** A message reaches everybody in its organization who is there, up to this many. */
  readonly mostReached: number;
  /** What each waiting client does in an hour. */
  readonly hourly: {
    readonly sends: number;
    readonly presences: number;
    readonly marks: number;
    readonly histories: number;
    readonly registrations: number;
  };
}

/** What an organization of a class is expected to ask for; rates per second. */
export interface RealmLoad extends SizeClass {
  readonly polling: number;
  readonly sends: number;
  /** How many clients a message reaches. */
  readonly reached: number;
}

const secondsInHour = 3600;

/** What an organization of each class asks for, the largest first. */
export const loadsOf = (population: Population): readonly RealmLoad[] => {
  const { hourly, mostReached } = population;
  const share = population.polling / population.people;
  return realmSizes(population.people, population.realms, population.exponent).map(({ realms, people }) => {
    const polling = people * share;
    return {
      realms,
      people,
      polling,
      sends: (polling * hourly.sends) / secondsInHour,
      // The sender of a message is there too.
      reached: Math.min(1 + polling, mostReached),
    };
  });
};

/**
 * The expected number of processes that hold an organization whose connections are spread evenly: each process holds it
 * if it got the connection of at least one person there.
 */
export const holders = ({ people, polling }: RealmLoad, spread: number): number =>
  spread * (1 - (1 - polling / people / spread) ** people);

/** How many processes apply a message that another one sent. */
export const followers = (load: RealmLoad, spread: number): number => Math.max(0, holders(load, spread) - 1);

export const sum = (costs: readonly Cost[]): Cost =>
  costs.reduce((total, one) => ({ node: total.node + one.node, database: total.database + one.database }), {
    node: 0,
    database: 0,
  });

export const times = ({ node, database }: Cost, factor: number): Cost => ({
  node: node * factor,
  database: database * factor,
});

export const less = (one: Cost, other: Cost): Cost => sum([one, times(other, -1)]);

/** The cost of one message to one client, polling or reading a stream. */
export const deliveryCost = ({ pollDelivery, streamDelivery }: Costs, streaming: number): Cost =>
  sum([times(pollDelivery, 1 - streaming), times(streamDelivery, streaming)]);

/** Where processor time goes. */
export const works = ["sends", "deliveries", "following", "waiting", "being held", "other requests"] as const;
export type Work = (typeof works)[number];

/** What one organization costs each second. Each message is a commit of its own. */
export const costOf = (
  costs: Costs,
  { hourly, streaming }: Population,
  load: RealmLoad,
  spread: number,
): Readonly<Record<Work, Cost>> => {
  const { sends, reached, polling } = load;
  return {
    sends: times(sum([costs.commit, costs.message]), sends),
    deliveries: times(deliveryCost(costs, streaming), sends * reached),
    following: times(costs.follow, sends * followers(load, spread)),
    waiting: times(costs.idleQueue, polling),
    "being held": times(costs.heldRealm, holders(load, spread)),
    "other requests": times(
      sum([
        times(costs.presence, hourly.presences),
        times(costs.markRead, hourly.marks),
        times(costs.history, hourly.histories),
        times(costs.registration, hourly.registrations),
      ]),
      polling / secondsInHour,
    ),
  };
};
