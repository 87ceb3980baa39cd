import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody, timeOut } from "./slow-bodies";

/** A body may arrive at any speed for this long. */
const graceMilliseconds = 3000;
/** Bytes a second. Slower bodies make way for others that wait. */
const slow = 50_000;

interface Arriving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begunAt: number;
  readonly bytesBefore: number;
}

/** Requests of one class that hold a turn while their bodies arrive. A slow one may not keep others waiting. */
export class ArrivingBodies {
  private readonly all = new Set<Arriving>();

  /** Records a request that was admitted. */
  add(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete || !hasBody(request)) return;
    const arriving = { request, response, begunAt: Date.now(), bytesBefore: request.socket.bytesRead };
    this.all.add(arriving);
    const forget = (): void => void this.all.delete(arriving);
    request.once("end", forget);
    response.once("close", forget);
  }

  /** Ends the slowest of the slow requests, if there are any. */
  endSlowest(): void {
    let slowest: Arriving | undefined;
    let leastSpeed = slow;
    for (const arriving of this.all) {
      const seconds = (Date.now() - arriving.begunAt) / 1000;
      const speed = (arriving.request.socket.bytesRead - arriving.bytesBefore) / seconds;
      // Bytes that wait to be read show that the server is slow, not the client.
      const isExcused = seconds * 1000 < graceMilliseconds || arriving.request.readableLength > 0;
      if (isExcused || speed >= leastSpeed) continue;
      slowest = arriving;
      leastSpeed = speed;
    }
    if (slowest === undefined) return;
    this.all.delete(slowest);
    timeOut(slowest.request, slowest.response);
  }
}
