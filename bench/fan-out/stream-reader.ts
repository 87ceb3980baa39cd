import { connect, type Socket } from "node:net";
import { authorization } from "../load";
import type { Person } from "../seed";
import type { ReceivedEvent } from "./received-event";

/** A client that reads a queue's stream over a bare socket, to cost the machine as little as possible. */
export class StreamReader {
  private readonly socket: Socket;
  private received = "";

  constructor(
    url: string,
    person: Person,
    queueId: string,
    lastEventId: number,
    private readonly onEvent: (event: ReceivedEvent) => void,
    onError: (error: Error) => void,
  ) {
    const port = Number(new URL(url).port);
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.setEncoding("utf8");
    this.socket.on("data", (chunk) => this.read(String(chunk)));
    this.socket.on("error", onError);
    this.socket.on("close", () => onError(new Error("The server ended a stream")));
    this.socket.write(
      `GET /api/v1/events/stream?queue_id=${queueId}&last_event_id=${lastEventId} HTTP/1.1\r\n` +
        `Host: ${person.host ?? `127.0.0.1:${port}`}\r\nUser-Agent: bench/1\r\nAuthorization: ${authorization(person)}\r\n\r\n`,
    );
  }

  end(): void {
    this.socket.removeAllListeners("close").removeAllListeners("error").destroy();
  }

  private read(chunk: string): void {
    this.received += chunk;
    for (let end = this.received.indexOf("\n\n"); end >= 0; end = this.received.indexOf("\n\n")) {
      const data = this.received.slice(0, end).split("\ndata: ")[1];
      this.received = this.received.slice(end + 2);
      if (data === undefined) continue;
      this.onEvent(JSON.parse(data) as ReceivedEvent);
    }
  }
}
