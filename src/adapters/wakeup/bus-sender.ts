import { setTimeout as sleep } from "node:timers/promises";
import { withTimeout } from "../../application/with-timeout";
import type { BusPayload } from "./bus-payload";
import type { Outbox } from "./outbox";

/** Announcements within this many milliseconds go out together, unless somebody waits for a realm. */
const gatherMilliseconds = 10;
/** A payload that isn't accepted within this many milliseconds, or is refused, is sent again after a pause. */
const acceptMilliseconds = 5000;
const retryMilliseconds = 1000;

interface Dependencies {
  readonly outbox: Outbox;
  /** Resolves when the bus has accepted the payload. */
  readonly publish: (payload: BusPayload) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Sends what waits in the outbox, one payload after another, so that signals arrive in order. */
export class BusSender {
  /** Set while announcements are being gathered. */
  private timer: NodeJS.Timeout | undefined;
  private hurrying: NodeJS.Immediate | undefined;
  private sending: Promise<void> | undefined;
  private readonly closing = new AbortController();

  constructor(private readonly dependencies: Dependencies) {}

  /** Sends shortly, together with everything that arrives until then. */
  sendSoon(): void {
    if (this.isUnderWay || this.timer !== undefined) return;
    this.timer = setTimeout(() => this.send(), gatherMilliseconds).unref();
  }

  /** Sends in this turn of the event loop: a commit is announced right after its realm is released, and both go out together. */
  sendNow(): void {
    if (this.isUnderWay) return;
    this.hurrying = setImmediate(() => this.send());
  }

  /** Sends the last announcements, each once. */
  async close(): Promise<void> {
    this.closing.abort();
    clearImmediate(this.hurrying);
    this.send();
    await this.sending;
  }

  private get isUnderWay(): boolean {
    return this.sending !== undefined || this.hurrying !== undefined;
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.hurrying = undefined;
    if (this.sending === undefined && !this.dependencies.outbox.isEmpty) this.sending = this.sendAll();
  }

  private async sendAll(): Promise<void> {
    const { outbox } = this.dependencies;
    while (!outbox.isEmpty) {
      if (await this.sendNext()) continue;
      if (this.closing.signal.aborted) break;
      await sleep(retryMilliseconds, undefined, { signal: this.closing.signal, ref: false }).catch(
        () => undefined,
      );
    }
    this.sending = undefined;
  }

  /**
   * Sends what fits into one payload and returns whether it was accepted; otherwise it goes back to the
   * outbox.
   */
  private async sendNext(): Promise<boolean> {
    const { outbox, publish, onError } = this.dependencies;
    const payload = outbox.next();
    if (payload === undefined) return true;
    try {
      await withTimeout("The wake-up bus accepted nothing", acceptMilliseconds, publish(payload));
      outbox.sent();
      return true;
    } catch (error) {
      onError(error);
      outbox.takeBack(payload);
      return false;
    }
  }
}
