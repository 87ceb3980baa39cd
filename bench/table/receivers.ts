import type { Way } from "../fan-out/clients";
import { type FanOut, fanOut, type Sending } from "../fan-out/fan-out";
import { answersOf, floorOf } from "../fan-out/floor";
import { cpuGoals, lastGoals, steady, ways } from "../fan-out/goals";
import type { Person } from "../seed";
import { atMost, type Measured } from "./row";
import { onServer, type World } from "./world";

/** A delivery's processor time is measured among so many. */
const usual = 500;
/** Processor time is counted in hundredths of a second, and a bare server takes little. */
const floorSending: Sending = { messages: 100, perSecond: 0 };

interface Crowd {
  readonly sender: Person;
  readonly others: readonly Person[];
}

/** How soon the last receiver has a message, and what a delivery costs. */
const measureLast = async (world: World, { sender, others }: Crowd, way: Way) => {
  const last: Measured[] = [];
  let cpu = Number.NaN;
  for (const { receivers, messages, goal } of lastGoals) {
    const measured = await onServer(world, (server) =>
      fanOut(server, sender, others.slice(0, receivers), { messages, perSecond: 0 }, way),
    );
    last.push([
      { what: `3 last of ${receivers} receivers by ${way}, p50 ms`, digits: 1, goal: atMost(goal) },
      measured.p50,
    ]);
    if (receivers === usual) cpu = measured.cpuPerDelivery;
  }
  return { last, cpu };
};

const measureFloor = async (world: World, { sender, others }: Crowd, way: Way): Promise<number> => {
  const answers = await onServer(world, (server) => answersOf(server, sender, others[0] ?? sender));
  return floorOf(answers, sender, others.slice(0, usual), floorSending, way);
};

const cpuRows = (way: Way, cpu: number, floor: number): readonly Measured[] => [
  [
    { what: `4 server CPU a delivery to ${usual} by ${way}, µs`, digits: 1, goal: atMost(cpuGoals[way]) },
    cpu,
  ],
  [{ what: "  the same of a bare node:http server, µs", digits: 1 }, floor],
  [{ what: "  ratio to it", digits: 2 }, cpu / floor],
];

const steadyRows = (way: Way, { p50, cpuShare }: FanOut): readonly Measured[] => [
  [
    {
      what: `5 10 messages/s to ${steady.receivers} by ${way}: last one p50 ms`,
      digits: 1,
      goal: atMost(steady.goal),
    },
    p50,
  ],
  [{ what: "  share of a core, %", digits: 0, goal: atMost(steady.shareGoal * 100) }, cpuShare * 100],
];

/** What it takes to pass messages on to many who wait, by polls and by streams. */
export const measureReceivers = async (world: World): Promise<readonly Measured[]> => {
  const [sender, ...others] = world.people as readonly [Person, ...Person[]];
  const crowd: Crowd = { sender, others };
  const last: Measured[] = [];
  const cpu: Measured[] = [];
  const atTen: Measured[] = [];
  for (const way of ways) {
    const measured = await measureLast(world, crowd, way);
    last.push(...measured.last);
    cpu.push(...cpuRows(way, measured.cpu, await measureFloor(world, crowd, way)));
    const few = others.slice(0, steady.receivers);
    const slowly = await onServer(world, (server) => fanOut(server, sender, few, steady.sending, way));
    atTen.push(...steadyRows(way, slowly));
  }
  return [...last, ...cpu, ...atTen];
};
