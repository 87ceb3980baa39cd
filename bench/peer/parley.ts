import { connect } from "node:net";
import { Poller } from "../fan-out/poller";
import { authorization, call } from "../load";
import { bigChannel, type Person } from "../seed";
import type { ServerProcess } from "../server-process";
import type { Peer } from "./room";

interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
}

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

/** Parley as a peer: everybody polls a queue of messages. */
export const parleyPeer = (server: ServerProcess, people: readonly Person[]): Peer => {
  let joined = 0;
  return {
    name: "Parley",
    pid: server.pid,
    join: async (onMessage) => {
      const person = people[joined % people.length];
      if (person === undefined) throw new Error("nobody to join");
      joined += 1;
      const { queue_id, last_event_id } = await call<Registered>(
        `${server.url}/api/v1/register`,
        "POST",
        person,
        { event_types: '["message"]', fetch_event_types: "[]" },
      );
      const poller = new Poller(
        server.url,
        person,
        queue_id,
        last_event_id,
        (_id, content) => onMessage(content),
        (error) => {
          throw error;
        },
      );
      const sender = openSender(server.url, person);
      return {
        send: sender.send,
        close: () => {
          poller.end();
          sender.close();
        },
      };
    },
    stop: server.stop,
  };
};
