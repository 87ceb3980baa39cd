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
/** Mails that are handed over side by side. */
const atOnce = 5;
const minute = 60_000;
/** How long to wait after each failure; after the last one the mail is given up. */
const delays = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * minute);

/** Sends what is in the queue: one process at a time, whoever posted it. */
export class MailRoom {
  private isOpen = false;
  private rings = 0;
  private working: Promise<void> | undefined;
  private readonly ending = new AbortController();

  /** Resolves when no more is to be sent. */
  private readonly ended: Promise<false>;

  constructor(private readonly ports: Ports) {
    this.ended = new Promise((resolve) => {
      this.ending.signal.addEventListener("abort", () => resolve(false), { once: true });
    });
  }

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
  deliver(): Promise<void> {
    this.working ??= this.work().finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  /** Sends no more. A mail that is under way is left in the queue, for a mail server may take minutes to fail. */
  async close(): Promise<void> {
    this.isOpen = false;
    this.ending.abort();
    await this.working?.catch(() => undefined);
  }

  private async work(): Promise<void> {
    let heard: number;
    do {
      heard = this.rings;
      await this.ports.singleRunner.ifFree("mail", async () => {
        for (const { id } of await this.ports.registry.list()) await this.deliverOf(id);
      });
    } while (heard !== this.rings && !this.ending.signal.aborted);
  }

  private async deliverOf(realmId: number): Promise<void> {
    const { mailQueue, clock } = this.ports;
    for (;;) {
      const due = await mailQueue.due(realmId, clock.now(), batchSize);
      for (let first = 0; first < due.length; first += atOnce) {
        if (this.ending.signal.aborted) return;
        await Promise.all(due.slice(first, first + atOnce).map((queued) => this.send(realmId, queued)));
      }
      if (due.length < batchSize) return;
    }
  }

  private async send(realmId: number, { id, mail, failures }: QueuedMail): Promise<void> {
    const { mailQueue, mailer, clock, onError } = this.ports;
    try {
      const isSent = await Promise.race([mailer.send(mail).then(() => true), this.ended]);
      if (!isSent) return;
    } catch (error) {
      onError(error);
      const delay = error instanceof MailRefused ? undefined : delays[failures];
      if (delay !== undefined) return mailQueue.postpone(realmId, id, clock.now() + delay);
    }
    await mailQueue.remove(realmId, id);
  }
}
