import { setTimeout as sleep } from "node:timers/promises";
import { formRequest, openRawConnection, type RawConnection } from "./raw-connection";
import { bigChannel, type Person } from "./seed";

export interface Sent {
  readonly status: number;
  /** Milliseconds, with the wait for a connection. */
  readonly took: number;
  readonly isRetryAdvised: boolean;
  /** Why there was no answer, if there was none. */
  readonly problem?: string;
}

/**
 * Somebody who sends over several connections that stay open, as apps and browsers do. The request is written
 * once, so that the program that offers the load needs little of the processor.
 */
export class Sender {
  private readonly free: RawConnection[] = [];
  private readonly waiting: ((connection: RawConnection) => void)[] = [];
  private readonly request: string;

  constructor(
    private readonly url: string,
    private readonly person: Person,
    private readonly connections: number,
  ) {
    this.request = formRequest(url, person, "messages", {
      type: "stream",
      to: bigChannel,
      topic: "bench",
      content: "hello",
    });
  }

  /** Opens the connections, and sends once on each. */
  async open(): Promise<void> {
    for (let count = 0; count < this.connections; count += 1) this.free.push(this.connect());
    await Promise.all(Array.from({ length: this.connections }, () => this.send()));
  }

  async send(): Promise<Sent> {
    const began = performance.now();
    const connection = await this.take();
    try {
      const { status, head } = await connection.exchange(this.request);
      this.giveBack(connection);
      return { status, took: performance.now() - began, isRetryAdvised: /^retry-after: \d/im.test(head) };
    } catch (error) {
      connection.close();
      this.giveBack(connection);
      const problem = error instanceof Error ? error.message : String(error);
      return { status: 0, took: performance.now() - began, isRetryAdvised: false, problem };
    }
  }

  close(): void {
    for (const connection of this.free) connection.close();
  }

  private connect(): RawConnection {
    return openRawConnection(this.url, this.person);
  }

  /** The server closes connections that have been idle for long. */
  private reopened(connection: RawConnection): RawConnection {
    return connection.isOpen() ? connection : this.connect();
  }

  private take(): Promise<RawConnection> {
    const connection = this.free.pop();
    return connection
      ? Promise.resolve(this.reopened(connection))
      : new Promise((resolve) => this.waiting.push(resolve));
  }

  private giveBack(connection: RawConnection): void {
    const next = this.waiting.shift();
    if (next) next(this.reopened(connection));
    else this.free.push(connection);
  }
}

/** Sends at a steady rate, whether they are answered or not. @returns the answers. */
export const offerSends = async (
  senders: readonly Sender[],
  perSecond: number,
  seconds: number,
): Promise<readonly Promise<Sent>[]> => {
  const sent: Promise<Sent>[] = [];
  const began = performance.now();
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    for (const due = Math.floor((passed * perSecond) / 1000); sent.length < due; ) {
      const sender = senders[sent.length % senders.length];
      if (sender) sent.push(sender.send());
    }
    await sleep(1);
  }
  return sent;
};
