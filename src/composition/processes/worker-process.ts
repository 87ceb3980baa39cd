import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { ToPrimary, ToWorker } from "./messages";

const program = join(__dirname, "..", "..", "worker.js");

/** A running worker, as its primary process sees it. */
export class WorkerProcess {
  /** Resolves to how it ended; empty for a clean exit. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private hasEnded = false;

  constructor() {
    // Only the advanced serialization can carry infinity, which metrics contain.
    this.child = fork(program, { serialization: "advanced" });
    this.ended = new Promise((resolve) => {
      this.child.once("exit", (code, signal) => {
        this.hasEnded = true;
        resolve(signal ?? (code === 0 ? "" : `exit code ${code}`));
      });
      this.child.on("error", ({ message }) => {
        // Otherwise a message didn't arrive, because the worker has just ended.
        if (this.child.pid === undefined) resolve(message);
      });
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** The system may deliver a worker's last messages after it has ended. They are ignored: nobody could answer them. */
  onMessage(listener: (message: ToPrimary) => void): void {
    this.child.on("message", (message: ToPrimary) => {
      if (!this.hasEnded) listener(message);
    });
  }

  /** Resolves when this system has taken the message; rejects if the worker has ended. */
  send(message: ToWorker, socket?: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      // The sender closes its own copy of the socket, once the worker has it.
      this.child.send(message, socket, { keepOpen: true }, (error) => (error ? reject(error) : resolve()));
    });
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }
}
