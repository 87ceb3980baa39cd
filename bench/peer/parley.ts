import type { Way } from "../fan-out/clients";
import { Poller } from "../fan-out/poller";
import { messagesOnly, type Registered } from "../fan-out/registrations";
import { StreamReader } from "../fan-out/stream-reader";
import { openRawConnection, type RawConnection } from "../raw-connection";
import { bigChannel, type Person } from "../seed";
import type { ServerProcess } from "../server-process";
import type { Peer } from "./room";

/** Parley as a peer: everybody waits for messages in one way. */
export const parleyPeer = (server: ServerProcess, people: readonly Person[], way: Way): Peer => {
  const Client = way === "polls" ? Poller : StreamReader;
  let joined = 0;
  return {
    name: `Parley, ${way}`,
    pid: server.pid,
    join: async (onMessage) => {
      const person = people[joined % people.length];
      if (person === undefined) throw new Error("nobody to join");
      joined += 1;
      const first = openRawConnection(server.url, person);
      const registered = await first.post("register", messagesOnly(false));
      first.close();
      const { queue_id, last_event_id } = JSON.parse(registered) as Registered;
      const client = new Client(
        server.url,
        person,
        queue_id,
        last_event_id,
        ({ message }) => message && onMessage(message.content),
        (error) => {
          throw error;
        },
      );
      let sender: RawConnection | undefined;
      return {
        send: async (text) => {
          sender ??= openRawConnection(server.url, person);
          await sender.post("messages", { type: "stream", to: bigChannel, topic: "bench", content: text });
        },
        close: () => {
          client.end();
          sender?.close();
        },
      };
    },
    stop: server.stop,
  };
};
