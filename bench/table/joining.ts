import { joiningPerSecond } from "../fan-out/registrations";
import { atMost, type Measured } from "./row";
import { onServer, type World } from "./world";

const joining = 1000;

/** Many people who open queues for messages, all at once, right after a start. */
export const measureJoining = (world: World): Promise<readonly Measured[]> =>
  onServer(world, async ({ url }) => {
    const perSecond = await joiningPerSecond(url, world.people.slice(0, joining));
    return [
      [
        { what: `8 ${joining} people register for messages, ms`, digits: 0, goal: atMost(1000) },
        (1000 * joining) / perSecond,
      ],
    ];
  });
