import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Costs } from "./costs";
import { less, sum, times } from "./load";
import { measureDeliveries, measureRequests, measureSends } from "./measured-requests";
import {
  measureFollowing,
  measureHeads,
  measureIdle,
  measureMemory,
  measureNotify,
} from "./measured-waiting";
import { every, per, took } from "./measuring";
import { inTurns, inWorld, requestsTo } from "./world";

const size = { realms: 300, peopleEach: 20 };
/** Measured apart, on two cores with eight subscribers. */
const natsPerSecond = 340_000;

type Say = (line: string) => void;

/** Measures on this machine, with an embedded database; takes about five minutes. */
export const measureCosts = async (say: Say): Promise<Costs> => {
  const costs = await inWorld(size, async (world) => {
    const { meter, realms, server } = world;
    const { send } = requestsTo(server.url);
    say("what a process costs by itself");
    await sleep(5000);
    meter.reset();
    await sleep(15_000);
    const idle = meter.read();
    const itself = per(idle, idle.seconds);
    const measured = took(world, itself);

    say("loading organizations");
    const loads = await measured(() =>
      inTurns(realms.length, 4, (index) => send(every(realms, index).people[0])),
    );

    say("sends");
    await inTurns(1500, 8, (index) => send(every(realms, index).people[0]));
    const sends = await measureSends(world, measured);
    const message = sum([sends.commit, sends.message]);
    say("other requests");
    const requests = await measureRequests(world, measured);
    say("deliveries");
    const pollDelivery = await measureDeliveries(world, measured, "polls", message);
    const streamDelivery = await measureDeliveries(world, measured, "streams", message);
    say("comparisons of heads, and notifications");
    const heldRealm = await measureHeads(world, measured);
    const notifications = await measureNotify(world, measured);
    say("waiting clients, for two minutes");
    const idleQueue = await measureIdle(world, measured);
    return {
      measuredOn: `${cpus().length} cores, Node ${process.versions.node}`,
      ...sends,
      ...requests,
      ...notifications,
      pollDelivery,
      streamDelivery,
      realmLoad: per(less(loads, times(message, realms.length)), realms.length),
      idleQueue,
      heldRealm,
      process: itself,
      natsPerSecond,
    };
  });
  say("memory");
  const memory = await measureMemory(size);
  say("two processes that follow each other");
  const withFollower = await measureFollowing(costs.process);
  const alone = sum([costs.commit, costs.message, times(costs.pollDelivery, 4)]);
  return { ...costs, memory, follow: per(less(withFollower, alone), 1) };
};
