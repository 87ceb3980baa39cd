import type { Socket } from "node:net";

/** A connection that no worker has yet. */
interface Waiting {
  readonly socket: Socket;
  readonly release: () => void;
}

/** A worker that takes connections. */
export interface ConnectionTaker {
  /** The worker has the connection that it was passed last. */
  confirmTaken(): void;
  ended(ids: readonly number[]): void;
  /** The worker has ended, and its connections with it. */
  leave(): void;
}

interface Options {
  /** Counts a new connection, and returns what releases it; undefined if it was refused. */
  readonly enter: (socket: Socket) => (() => void) | undefined;
  /** The most connections that one worker holds. */
  readonly mostEach: number;
}

/** While no worker takes connections, this many wait. */
const mostWaiting = 2000;

class Worker {
  readonly held = new Map<number, () => void>();
  /** The connection on its way to the worker. This process holds it open until the worker has it. */
  passing: Socket | undefined;

  constructor(readonly pass: (id: number, socket: Socket) => void) {}
}

/**
 * Passes accepted connections to workers, each to the one that holds the fewest. A worker gets a connection only after confirming
 * the previous one, so a worker that hangs or dies keeps at most one from being served.
 */
export class Handover {
  private readonly workers = new Set<Worker>();
  private readonly waiting: Waiting[] = [];
  private readonly whenDrained = new Set<() => void>();
  private ids = 0;

  constructor(private readonly options: Options) {}

  accept(socket: Socket): void {
    // Its client may go away while it waits.
    socket.on("error", () => undefined);
    const release = this.options.enter(socket);
    if (release === undefined) return;
    if (this.waiting.length >= mostWaiting) {
      release();
      socket.destroy();
      return;
    }
    this.waiting.push({ socket, release });
    this.passNext();
  }

  /** Adds a worker. `pass` sends it a connection. */
  add(pass: (id: number, socket: Socket) => void): ConnectionTaker {
    const worker = new Worker(pass);
    this.workers.add(worker);
    this.passNext();
    return {
      confirmTaken: () => {
        worker.passing?.destroy();
        worker.passing = undefined;
        this.passNext();
      },
      ended: (ids) => {
        for (const id of ids) this.release(worker, id);
        this.passNext();
      },
      leave: () => {
        this.workers.delete(worker);
        // The worker may have read from it.
        worker.passing?.destroy();
        worker.passing = undefined;
        for (const id of [...worker.held.keys()]) this.release(worker, id);
        this.passNext();
      },
    };
  }

  /** Resolves when no connection waits or is on its way. */
  async drained(): Promise<void> {
    if (!this.isDrained()) await new Promise<void>((resolve) => this.whenDrained.add(resolve));
  }

  /** Closes the connections that no worker has. */
  refuseWaiting(): void {
    for (const { socket, release } of this.waiting.splice(0)) {
      release();
      socket.destroy();
    }
    this.passNext();
  }

  private isDrained(): boolean {
    return this.waiting.length === 0 && [...this.workers].every(({ passing }) => passing === undefined);
  }

  private release(worker: Worker, id: number): void {
    worker.held.get(id)?.();
    worker.held.delete(id);
  }

  private passNext(): void {
    for (;;) {
      const worker = this.free();
      const next = worker && this.waiting.shift();
      if (next === undefined) break;
      this.ids += 1;
      worker?.held.set(this.ids, next.release);
      if (worker) worker.passing = next.socket;
      worker?.pass(this.ids, next.socket);
    }
    if (!this.isDrained()) return;
    for (const resolve of this.whenDrained) resolve();
    this.whenDrained.clear();
  }

  /** The worker with the fewest connections among those that can take one now. */
  private free(): Worker | undefined {
    let fewest: Worker | undefined;
    for (const worker of this.workers) {
      if (worker.passing !== undefined || worker.held.size >= this.options.mostEach) continue;
      if (fewest === undefined || worker.held.size < fewest.held.size) fewest = worker;
    }
    return fewest;
  }
}
