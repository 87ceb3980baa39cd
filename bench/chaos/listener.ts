import { setTimeout as sleep } from "node:timers/promises";
import {
  type ClientModel,
  clientModel,
  modelledTypes,
  type WireEvent,
} from "../../tests/support/clients/client-model";
import type { Answer, Api, Person } from "./api";
import type { Violations } from "./violations";

/** What one queue has delivered. */
export interface QueueRecord {
  readonly person: Person;
  readonly queueId: string;
  /** The id after which it began. */
  readonly startsAfter: number;
  /** Each received event once, in order of arrival. */
  readonly events: { readonly event: WireEvent; readonly at: number }[];
  /** Set when the server no longer knew the queue. */
  isLost: boolean;
}

const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  empty_topic_name: true,
  user_avatar_url_field_optional: true,
  archived_channels: true,
};
const pollTimeout = 90_000;
/** Clients show what came before they ask for more. */
const mostThinking = 60;

const mostDifferences = 3;

/** Where two values of a part differ: by key, if both have keys. */
const differences = (part: string, actual: unknown, expected: unknown): readonly string[] => {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return [];
  if (typeof actual !== "object" || typeof expected !== "object" || Array.isArray(expected))
    return [`${part} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
  const keys = new Set([...Object.keys(actual ?? {}), ...Object.keys(expected ?? {})]);
  return [...keys].flatMap((key) =>
    differences(`${part} ${key}`, Object(actual)[key], Object(expected)[key]),
  );
};

/** A client that registers a queue and polls it, and builds its picture from both. */
export class Listener {
  readonly records: QueueRecord[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private model: ClientModel | undefined;
  private lastId = 0;
  private lastMessageId = 0;
  private seen = new Set<number>();

  constructor(
    private readonly api: Pick<Api, "call">,
    readonly person: Person,
    private readonly violations: Violations,
  ) {}

  async start(): Promise<void> {
    await this.register();
    this.running = this.poll();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Where its picture differs from a fresh registration; undefined if it doesn't. */
  async difference(): Promise<string | undefined> {
    const { body } = await this.ask();
    const fresh = clientModel(body, this.person.id).summary();
    const own = this.model?.summary();
    await this.api.call(this.person, {
      method: "DELETE",
      path: "/events",
      fields: { queue_id: body.queue_id },
    });
    // A newly visible channel arrives without its subscribers.
    const subscribers = Object.fromEntries(
      Object.entries(fresh.subscribers).filter(([id]) => id in (own?.subscribers ?? {})),
    );
    const differing = Object.entries({ ...fresh, subscribers }).flatMap(([part, value]) =>
      differences(part, Object(own)[part], value),
    );
    return differing.length === 0
      ? undefined
      : `${this.person.email}: ${differing.slice(0, mostDifferences).join("; ")}`;
  }

  private async ask(): Promise<Answer> {
    const answer = await this.api.call(this.person, {
      method: "POST",
      path: "/register",
      fields: {
        event_types: modelledTypes,
        fetch_event_types: modelledTypes,
        include_subscribers: true,
        client_capabilities: capabilities,
      },
    });
    if (!answer.ok) throw new Error(`${this.person.email} can't register: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  private async register(): Promise<void> {
    const { body } = await this.ask();
    this.model = clientModel(body, this.person.id);
    this.lastId = body.last_event_id;
    this.lastMessageId = 0;
    this.seen = new Set();
    this.records.push({
      person: this.person,
      queueId: body.queue_id,
      startsAfter: body.last_event_id,
      events: [],
      isLost: false,
    });
  }

  private async poll(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const record = this.records.at(-1);
      const answer = await this.api
        .call(this.person, {
          method: "GET",
          path: "/events",
          signal,
          timeout: pollTimeout,
          fields: { queue_id: record?.queueId, last_event_id: this.lastId },
        })
        .catch(() => undefined);
      if (answer === undefined || record === undefined) return;
      if (answer.ok) this.take(record, answer.body.events);
      else {
        // No queue expires within a run.
        this.violations.add("queueLost", `${this.person.email}: ${JSON.stringify(answer.body)}`);
        record.isLost = true;
        await this.register();
      }
      await sleep(Math.random() * mostThinking);
    }
  }

  private take(record: QueueRecord, events: readonly WireEvent[]): void {
    const at = performance.now();
    const { email } = this.person;
    const before = this.lastId;
    for (const event of events) {
      const { id, type, message } = event;
      if (type === "heartbeat" && id === this.lastId) continue;
      if (id <= this.lastId) {
        const kind = this.seen.has(id) ? "repeated" : "backwards";
        this.violations.add(kind, `${email} asked after ${before} and received ${id} (${type})`);
        if (kind === "repeated") continue;
      }
      this.seen.add(id);
      this.lastId = Math.max(this.lastId, id);
      if (type === "heartbeat") continue;
      if (type === "message") {
        if (message.id <= this.lastMessageId)
          this.violations.add("disordered", `${email} got message ${message.id} after ${this.lastMessageId}`);
        this.lastMessageId = Math.max(this.lastMessageId, message.id);
      }
      record.events.push({ event, at });
      this.model?.apply(event);
    }
  }
}
