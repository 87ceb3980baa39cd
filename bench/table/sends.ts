import { parleyPeer } from "../peer/parley";
import { sendRate } from "../peer/room";
import { bareInserts, bareInsertsPerSecond, sendsPerSecond } from "../sends";
import { atLeast, type Measured, type Row } from "./row";
import { onServer, type World } from "./world";

const senders = 16;
const queues = 26;

const withQueues: Row = {
  what: `1 acknowledged sends/s, ${senders} senders, ${queues} queues open`,
  digits: 0,
};
const withQueuesOfBare: Row = { what: "  of a bare transaction of two inserts", digits: 2 };
const alone: Row = { what: `2 sends/s, ${senders} senders, no queue open`, digits: 0 };
const ofBare: Row = { what: "  of a bare transaction of two inserts", digits: 2, goal: atLeast(1) };
const ofPrepared: Row = { what: "  of one prepared statement", digits: 2, goal: atLeast(0.6) };

/** Messages that sixteen people send at once, beside bare programs that insert the same rows. */
export const measureSends = (world: World): Promise<readonly Measured[]> =>
  onServer(world, async (server) => {
    const { people } = world;
    await sendsPerSecond(server.url, people.slice(0, senders));
    const sends = await sendsPerSecond(server.url, people.slice(0, senders));
    const bare = await bareInsertsPerSecond(world.connection(), bareInserts.inTransaction);
    const prepared = await bareInsertsPerSecond(world.connection(), bareInserts.inOneStatement);
    // Last, because queues stay open for a while.
    const perSecond = await sendRate(parleyPeer(server, people, "polls"), queues);
    return [
      [withQueues, perSecond],
      [withQueuesOfBare, perSecond / bare],
      [alone, sends],
      [ofBare, sends / bare],
      [ofPrepared, sends / prepared],
    ];
  });
