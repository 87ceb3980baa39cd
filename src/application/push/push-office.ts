import { isLeft } from "fp-ts/Either";
import type { PushJob } from "../../domain/push-job";
import type { EventLog } from "../ports/event-log";
import type { PersonalReader } from "../ports/personal-reader";
import type { PushQueue, QueuedPush } from "../ports/push-queue";
import type { RelayFailure } from "../ports/push-relay";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import { doPushJob, type JobPorts } from "./do-push-job";
import { concernsDevices, planPushes } from "./plan-pushes";

interface Ports extends JobPorts {
  readonly pushQueue: PushQueue;
  readonly eventLog: EventLog;
  readonly personal: PersonalReader;
  readonly registry: RealmRegistry;
  readonly singleRunner: SingleRunner;
  readonly onError: (error: unknown) => void;
}

const pageSize = 500;
const batchSize = 200;
const usersAtOnce = 16;
const second = 1000;
const minute = 60 * second;
/** How long to wait after each failure; after the last one a notification is given up. */
const delays = [10 * second, ...[1, 5, 15, 60, 240, 720].map((minutes) => minutes * minute)];
/** A registration is tried for a day, which it counts itself. */
const registrationDelay = 60 * minute;

/** A relay that could not be reached, or would not. */
export class PushFailed extends Error {
  constructor({ outcome, detail }: RelayFailure) {
    super(`Notifications: ${outcome}: ${detail}`);
  }
}

/**
 * Follows the log for what devices are to be told, and tells them: one process at a time, from where the last one
 * was. A send costs nothing of this: it happens after the commit, and not at all where nobody has a device.
 */
export class PushOffice {
  private isOpen = false;
  private readonly rung = new Set<number>();
  private working: Promise<void> | undefined;
  private readonly doJob: ReturnType<typeof doPushJob>;

  constructor(private readonly ports: Ports) {
    this.doJob = doPushJob(ports);
    ports.directory.follow({
      follow: (realmId, { event, after }) => {
        if (this.isOpen && concernsDevices(after, event)) this.ring(realmId);
      },
      passedOver: (realmId) => this.isOpen && this.ring(realmId),
    });
  }

  /** From now on notifications go out as soon as they are due to in this process. */
  open(): void {
    this.isOpen = true;
  }

  /** Sends what is due in all realms, unless another process does. */
  async deliver(stopping?: AbortSignal): Promise<void> {
    for (const { id } of await this.ports.registry.list()) {
      if (stopping?.aborted) return;
      // A realm is loaded for this only if it has devices.
      if (await this.ports.pushQueue.concerns(id)) this.rung.add(id);
    }
    await this.work(stopping);
  }

  /** Sends no more, and waits for what is under way. */
  async close(): Promise<void> {
    this.isOpen = false;
    await this.working?.catch(() => undefined);
  }

  private ring(realmId: number): void {
    this.rung.add(realmId);
    void this.work().catch(this.ports.onError);
  }

  private work(stopping?: AbortSignal): Promise<void> {
    this.working ??= this.workOff(stopping).finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  private async workOff(stopping?: AbortSignal): Promise<void> {
    while (this.rung.size > 0 && !stopping?.aborted) {
      const realmIds = [...this.rung];
      this.rung.clear();
      await this.ports.singleRunner.ifFree("push", async () => {
        for (const realmId of realmIds) {
          if (stopping?.aborted) return;
          await this.follow(realmId);
          await this.deliverOf(realmId, stopping);
        }
      });
    }
  }

  private async follow(realmId: number): Promise<void> {
    const { pushQueue, eventLog, directory, onError } = this.ports;
    for (;;) {
      const from = await pushQueue.position(realmId);
      const page = await eventLog.after(realmId, from ?? 0, pageSize);
      if (isLeft(page)) {
        const { position, problem } = page.left;
        onError(new Error(`Notifications: event ${position} of realm ${realmId} is passed over: ${problem}`));
        if (await pushQueue.advance(realmId, from, position, [])) continue;
        return;
      }
      const events = page.right;
      const last = events.at(-1)?.position;
      if (last === undefined) return;
      const state = await directory.catchUp(realmId, last);
      const planned = await planPushes(this.ports, state, events);
      if (!(await pushQueue.advance(realmId, from, last, planned))) return;
    }
  }

  private async deliverOf(realmId: number, stopping?: AbortSignal): Promise<void> {
    const { pushQueue, clock } = this.ports;
    for (;;) {
      const due = await pushQueue.due(realmId, clock.now(), batchSize);
      await this.deliverBatch(realmId, due, stopping);
      if (due.length < batchSize || stopping?.aborted) return;
    }
  }

  /** One user's are sent one after the other, in their order; those of several users beside each other. */
  private async deliverBatch(
    realmId: number,
    due: readonly QueuedPush[],
    stopping?: AbortSignal,
  ): Promise<void> {
    const byUser = new Map<number, QueuedPush[]>();
    for (const queued of due)
      byUser.set(queued.job.userId, [...(byUser.get(queued.job.userId) ?? []), queued]);
    const users = [...byUser.values()];
    const lines = Array.from({ length: Math.min(usersAtOnce, users.length) }, async () => {
      for (let own = users.pop(); own !== undefined; own = users.pop())
        for (const queued of own) {
          if (stopping?.aborted) return;
          await this.deliverOne(realmId, queued);
        }
    });
    await Promise.all(lines);
  }

  private async deliverOne(realmId: number, { id, job, failures }: QueuedPush): Promise<void> {
    const { pushQueue, clock, onError } = this.ports;
    const again = (left: PushJob, retryAfter = 0): Promise<void> => {
      const delay = left.kind === "registration" ? (delays[failures] ?? registrationDelay) : delays[failures];
      return delay === undefined
        ? pushQueue.remove(realmId, id)
        : pushQueue.postpone(realmId, id, clock.now() + Math.max(delay, retryAfter), left);
    };
    try {
      const left = await this.doJob(realmId, job);
      if (left === undefined) return await pushQueue.remove(realmId, id);
      onError(new PushFailed(left.failure));
      await again(left.job, left.failure.retryAfter);
    } catch (error) {
      // One that breaks the server would hold up all behind it.
      onError(error);
      await again(job);
    }
  }
}
