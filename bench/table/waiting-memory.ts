import type { Way } from "../fan-out/clients";
import { fanOut, type Sending } from "../fan-out/fan-out";
import { ways } from "../fan-out/goals";
import { residentOf } from "../memory";
import type { Person } from "../seed";
import { atMost, type Measured } from "./row";
import { onServer, type World } from "./world";

const waiting = 1000;
const few = 10;
const sending: Sending = { messages: 20, perSecond: 0 };

/** What a server that has already passed on some messages takes for people who wait, in megabytes. */
const memoryBy = (world: World, way: Way) =>
  onServer(world, async (server) => {
    const [sender, ...others] = world.people as readonly [Person, ...Person[]];
    await fanOut(server, sender, others.slice(0, few), sending, way);
    const before = residentOf(server.pid);
    let whileWaiting = before;
    await fanOut(server, sender, others.slice(0, waiting), sending, way, () => {
      whileWaiting = residentOf(server.pid);
    });
    return { grown: whileWaiting - before, after: residentOf(server.pid) };
  });

/** Memory of a server on which many wait for messages. */
export const measureWaitingMemory = async (world: World): Promise<readonly Measured[]> => {
  const rows: Measured[] = [];
  for (const way of ways) {
    const { grown, after } = await memoryBy(world, way);
    rows.push(
      [
        { what: `6 server memory a client that waits by ${way}, kB`, digits: 1, goal: atMost(40) },
        (grown * 1024) / waiting,
      ],
      [
        { what: `  resident after messages to ${waiting} by ${way}, MB`, digits: 0, goal: atMost(200) },
        after,
      ],
    );
  }
  return rows;
};
