import { registerAll } from "../fan-out/registrations";
import { atMost, type Measured } from "./row";
import { onServer, type World } from "./world";

const joining = 1000;

/** Many people who open queues for messages, all at once, as after a restart. */
export const measureJoining = (world: World): Promise<readonly Measured[]> =>
  onServer(world, async ({ url }) => {
    const began = performance.now();
    await registerAll(url, world.people.slice(0, joining));
    const took = performance.now() - began;
    return [[{ what: `8 ${joining} people register for messages, ms`, digits: 0, goal: atMost(1000) }, took]];
  });
