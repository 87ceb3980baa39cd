import { connect, type Socket } from "node:net";
import { authorization } from "../load";
import type { Person } from "../seed";
import type { ReceivedEvent } from "./received-event";

/** A client that keeps polling an event queue, on one connection that it reads with as little work as possible. */
export class Poller {
  private readonly socket: Socket;
  private received = "";
  private readonly port: number;

  constructor(
    url: string,
    private readonly person: Person,
    private readonly queueId: string,
    private lastEventId: number,
    private readonly onEvent: (event: ReceivedEvent) => void,
    private readonly onError: (error: Error) => void,
  ) {
    this.port = Number(new URL(url).port);
    this.socket = connect({ port: this.port, host: "127.0.0.1", noDelay: true });
    this.socket.setEncoding("utf8");
    this.socket.on("data", (chunk) => this.read(String(chunk)));
    this.socket.on("error", onError);
    this.socket.on("close", () => onError(new Error("The server closed a poll's connection")));
    this.poll();
  }

  end(): void {
    this.socket.removeAllListeners("close").removeAllListeners("error").destroy();
  }

  private poll(): void {
    this.socket.write(
      `GET /api/v1/events?queue_id=${this.queueId}&last_event_id=${this.lastEventId} HTTP/1.1\r\n` +
        `Host: ${this.person.host ?? `127.0.0.1:${this.port}`}\r\nUser-Agent: bench/1\r\nAuthorization: ${authorization(this.person)}\r\n\r\n`,
    );
  }

  private read(chunk: string): void {
    this.received += chunk;
    const headEnd = this.received.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.received.slice(0, headEnd))?.[1]);
    if (this.received.length < headEnd + 4 + length) return;
    const body = this.received.slice(headEnd + 4, headEnd + 4 + length);
    this.received = "";
    const answer = JSON.parse(body) as { events?: ReceivedEvent[]; msg: string };
    if (answer.events === undefined) this.onError(new Error(answer.msg));
    for (const event of answer.events ?? []) {
      this.lastEventId = Math.max(this.lastEventId, event.id);
      this.onEvent(event);
    }
    this.poll();
  }
}
