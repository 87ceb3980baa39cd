import { setTimeout as sleep } from "node:timers/promises";
import type { Api, Person } from "./api";
import type { Random } from "./random";
import type { World } from "./world";

/** A message that the server acknowledged, or refused. */
export interface Sent {
  readonly content: string;
  /** Undefined if it was refused. */
  readonly id: number | undefined;
  /** When it was first requested, and when the answer came. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

const shortestPause = 100;
const pauseSpread = 300;
/** Concurrent changes, so that they collide on several nodes. */
const moverCount = 3;
const moverPause = 150;
const roles = { member: 400, guest: 600 };

/** People who send, and an owner who changes permissions meanwhile. */
export class Traffic {
  readonly sent: Sent[] = [];
  /** How often memberships, roles and channels were changed. */
  changes = 0;
  private stopping = false;
  private running: readonly Promise<void>[] = [];
  private count = 0;

  constructor(
    private readonly api: Api,
    private readonly world: World,
    private readonly random: Random,
    private readonly senders: readonly Person[],
  ) {}

  start(): void {
    this.stopping = false;
    const movers = Array.from({ length: moverCount }, () => this.changeOn());
    this.running = [...this.senders.map((person) => this.sendOn(person)), ...movers];
  }

  /** Resolves when every request has been answered. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  private async sendOn(person: Person): Promise<void> {
    while (!this.stopping) {
      await this.send(person);
      await sleep(shortestPause + this.random.next() * pauseSpread);
    }
  }

  private async send(person: Person): Promise<void> {
    const { people, channels } = this.world;
    this.count += 1;
    const content = `message ${this.count} of ${person.email}`;
    const place =
      this.random.next() < 0.2
        ? { type: "direct", to: [this.random.pick(people).id] }
        : { type: "channel", to: this.random.pick(channels).id, topic: "chaos" };
    const askedAt = performance.now();
    const { ok, body } = await this.api.call(person, {
      method: "POST",
      path: "/messages",
      fields: { ...place, content },
      // Repeated after a cut, it is still the same message.
      headers: { "Idempotency-Key": content },
    });
    this.sent.push({ content, id: ok ? body.id : undefined, askedAt, answeredAt: performance.now() });
  }

  private async changeOn(): Promise<void> {
    while (!this.stopping) {
      await this.change();
      this.changes += 1;
      await sleep(moverPause);
    }
  }

  private async change(): Promise<void> {
    const { owner, people, channels } = this.world;
    const { random } = this;
    const channel = random.pick(channels);
    const principals = random
      .shuffle(people)
      .slice(0, random.between(1, 4))
      .map(({ id }) => id);
    const kind = random.next();
    if (kind < 0.4)
      await this.api.call(owner, {
        method: "POST",
        path: "/users/me/subscriptions",
        fields: { subscriptions: [{ name: channel.name }], principals },
      });
    else if (kind < 0.75)
      await this.api.call(owner, {
        method: "DELETE",
        path: "/users/me/subscriptions",
        fields: { subscriptions: [channel.name], principals },
      });
    else if (kind < 0.87)
      await this.api.call(owner, {
        method: "PATCH",
        path: `/users/${random.pick(people).id}`,
        fields: { role: random.next() < 0.3 ? roles.guest : roles.member },
      });
    else if (kind < 0.94)
      await this.api.call(owner, {
        method: "PATCH",
        path: `/streams/${channel.id}`,
        fields: {
          can_subscribe_group: {
            new: { direct_members: random.next() < 0.5 ? principals : [], direct_subgroups: [] },
          },
        },
      });
    else
      await this.api.call(owner, {
        method: "PATCH",
        path: `/streams/${channels.at(-1)?.id}`,
        fields: { is_private: random.next() < 0.5, history_public_to_subscribers: true },
      });
  }
}
