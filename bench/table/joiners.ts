import { messagesOnly } from "../fan-out/registrations";
import { openRawConnection } from "../raw-connection";
import type { Person } from "../seed";

/** What the process of clients is asked to do. */
export interface Joining {
  readonly url: string;
  readonly people: readonly Person[];
}

/** Each person opens a queue for messages, all at once, on a connection of their own. Returns how long it took, in milliseconds. */
const join = async ({ url, people }: Joining): Promise<number> => {
  const began = performance.now();
  const connections = people.map((person) => openRawConnection(url, person));
  await Promise.all(connections.map((connection) => connection.post("register", messagesOnly())));
  const took = performance.now() - began;
  for (const connection of connections) connection.close();
  return took;
};

process.on("message", async (joining: Joining) => {
  process.send?.(await join(joining));
});
