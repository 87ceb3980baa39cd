import { connect } from "node:net";
import type { Way } from "../fan-out/clients";
import { Poller } from "../fan-out/poller";
import { register } from "../fan-out/registrations";
import { StreamReader } from "../fan-out/stream-reader";
import { authorization } from "../load";
import { bigChannel, type Person } from "../seed";
import type { ServerProcess } from "../server-process";
import type { Peer } from "./room";

/** Sends over one connection, which it reads with as little work as possible. */
const openSender = (url: string, person: Person) => {
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.setEncoding("latin1");
  let received = "";
  let settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  socket.on("data", (chunk) => {
    received += String(chunk);
    const end = received.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    if (end < 0 || received.length < end + 4 + length) return;
    const answer = received;
    received = "";
    if (answer.startsWith("HTTP/1.1 200")) settle?.resolve();
    else settle?.reject(new Error(answer));
  });
  const send = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      const form = new URLSearchParams({ type: "stream", to: bigChannel, topic: "bench", content: text });
      const body = form.toString();
      socket.write(
        `POST /api/v1/messages HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: bench/1\r\nAuthorization: ${authorization(person)}\r\n` +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
  return { send, close: () => socket.destroy() };
};

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
      const { queue_id, last_event_id } = await register(server.url, person, false);
      const client = new Client(
        server.url,
        person,
        queue_id,
        last_event_id,
        (_id, content) => onMessage(content),
        (error) => {
          throw error;
        },
      );
      let sender: ReturnType<typeof openSender> | undefined;
      return {
        send: (text) => {
          sender ??= openSender(server.url, person);
          return sender.send(text);
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
