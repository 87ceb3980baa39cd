import type { Clock } from "../ports/clock";
import type { MailQueue, QueuedMail } from "../ports/mail-queue";
import { type Mailer, MailRefused } from "../ports/mailer";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";

interface Ports {
  readonly mailQueue: MailQueue;
  readonly mailer: Mailer;
  readonly registry: RealmRegistry;
  readonly singleRunner: SingleRunner;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const batchSize = 50;
const minute = 60_000;
/** How long to wait after each failure; after the last one the mail is given up. */
const delays = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * minute);

/** Sends what is in the queue: one process at a time, whoever posted it. */
export class MailRoom {
  private isOpen = false;
  private rings = 0;
  private working: Promise<void> | undefined;

  constructor(private readonly ports: Ports) {}

  /** From now on mail goes out as soon as it is posted in this process; commands leave it to the server. */
  open(): void {
    this.isOpen = true;
  }

  /** Mail was posted. */
  ring(): void {
    this.rings += 1;
    if (this.isOpen) void this.deliver().catch(this.ports.onError);
  }

  /** Sends what is due, unless another process does. */
  deliver(stopping?: AbortSignal): Promise<void> {
    this.working ??= this.work(stopping).finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  /** Sends no more, and waits for what is under way. */
  async close(): Promise<void> {
    this.isOpen = false;
    await this.working?.catch(() => undefined);
  }

  private async work(stopping?: AbortSignal): Promise<void> {
    let heard: number;
    do {
      heard = this.rings;
      await this.ports.singleRunner.ifFree("mail", async () => {
        for (const { id } of await this.ports.registry.list()) await this.deliverOf(id, stopping);
      });
    } while (heard !== this.rings && !stopping?.aborted);
  }

  private async deliverOf(realmId: number, stopping?: AbortSignal): Promise<void> {
    const { mailQueue, clock } = this.ports;
    for (;;) {
      const due = await mailQueue.due(realmId, clock.now(), batchSize);
      for (const queued of due) {
        if (stopping?.aborted) return;
        await this.send(realmId, queued);
      }
      if (due.length < batchSize) return;
    }
  }

  private async send(realmId: number, { id, mail, failures }: QueuedMail): Promise<void> {
    const { mailQueue, mailer, clock, onError } = this.ports;
    try {
      await mailer.send(mail);
    } catch (error) {
      onError(error);
      const delay = error instanceof MailRefused ? undefined : delays[failures];
      if (delay !== undefined) return mailQueue.postpone(realmId, id, clock.now() + delay);
    }
    await mailQueue.remove(realmId, id);
  }
}
