import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { DatabaseProxy } from "../../tests/support/storage/database-proxy";
import type { ChaosNode } from "./node";
import type { Random } from "./random";

/** A node, and its connection to the database. */
export interface Member {
  readonly node: ChaosNode;
  readonly way: DatabaseProxy;
  /** Its connection to the wake-up bus, if that isn't the database. */
  readonly bus: DatabaseProxy | undefined;
}

interface Fault {
  readonly name: string;
  /** Causes the fault, and heals it. */
  readonly run: () => Promise<void>;
}

const listens = "query ~ '^(LISTEN |SELECT 1$)'";

/** Causes faults in two parallel series: one of processes, one of the database. */
export class Faults {
  readonly counts = new Map<string, number>();
  private stopping = new AbortController();
  private running: readonly Promise<void>[] = [];
  private readonly decks = new Map<readonly Fault[], Fault[]>();
  private readonly ofProcesses: readonly Fault[];
  private readonly ofDatabase: readonly Fault[];

  constructor(
    private readonly members: readonly Member[],
    private readonly databaseUrl: string,
    private readonly random: Random,
    /** The server that nodes run after a clean stop. */
    private readonly newest: string,
  ) {
    this.ofProcesses = [
      { name: "kill -9 of a node", run: () => this.killOne() },
      { name: "SIGSTOP of a node", run: () => this.freezeOne() },
      { name: "clean stop of a node", run: () => this.replaceOne() },
    ];
    const buses = members.flatMap(({ bus }) => bus ?? []);
    const ofBus: readonly Fault[] =
      buses.length === 0
        ? [
            { name: "listening connections ended", run: () => this.endBackends(listens, 100) },
            { name: "bus silent, unnoticed", run: () => this.muteBus() },
            {
              name: "bus half-open at a node",
              run: async () => this.random.pick(members).way.hush("listening"),
            },
          ]
        : [
            { name: "bus connections cut", run: async () => this.random.pick(buses).cut("all") },
            { name: "bus half-open at a node", run: async () => this.random.pick(buses).hush() },
            { name: "bus unavailable for all nodes", run: () => this.shutBus(buses) },
          ];
    this.ofDatabase = [
      ...ofBus,
      { name: "other connections ended", run: () => this.endBackends(`NOT ${listens}`, 4) },
      { name: "a node's queries unanswered", run: () => this.silenceOne() },
    ];
  }

  /** Whether some node still runs an older version. */
  get isUpgrading(): boolean {
    return this.members.some(({ node }) => node.program !== this.newest);
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = [this.row(this.ofProcesses), this.row(this.ofDatabase)];
    for (const row of this.running) row.catch(() => undefined);
  }

  /** Resolves when everything is healed. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  /** A fault that can't be healed is reported when the storm ends. */
  private async row(faults: readonly Fault[]): Promise<void> {
    for (;;) {
      await this.pause(this.random.between(500, 3000));
      if (this.stopping.signal.aborted) return;
      const { name, run } = this.draw(faults);
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
      await run();
    }
  }

  /** Like a deck of cards: each comes once before any comes again. */
  private draw(faults: readonly Fault[]): Fault {
    const deck = this.decks.get(faults) ?? [];
    if (deck.length === 0) deck.push(...this.random.shuffle(faults));
    this.decks.set(faults, deck);
    const fault = deck.pop();
    if (fault === undefined) throw new Error("There are no faults");
    return fault;
  }

  private async killOne(): Promise<void> {
    const { node } = this.random.pick(this.members);
    await node.kill();
    await this.pause(this.random.between(200, 3000));
    await node.start();
  }

  private async freezeOne(): Promise<void> {
    const { node } = this.random.pick(this.members);
    node.freeze();
    await this.pause(this.random.between(1000, 6000));
    node.thaw();
  }

  /** Stops a node and starts it again, with the newest version: one that runs an older version, while there is one. */
  private async replaceOne(): Promise<void> {
    const older = this.members.filter(({ node }) => node.program !== this.newest);
    const { node } = this.random.pick(older.length > 0 ? older : this.members);
    await node.stop();
    node.program = this.newest;
    await this.pause(this.random.between(200, 1000));
    await node.start();
  }

  private async muteBus(): Promise<void> {
    for (const { way } of this.members) way.mute(true);
    await this.pause(this.random.between(2000, 8000));
    for (const { way } of this.members) way.mute(false);
  }

  private async shutBus(buses: readonly DatabaseProxy[]): Promise<void> {
    for (const bus of buses) bus.shut();
    await this.pause(this.random.between(2000, 8000));
    for (const bus of buses) bus.open();
  }

  /** Connections neither answer nor end for a while. Then they continue or are cut. */
  private async silenceOne(): Promise<void> {
    const { way } = this.random.pick(this.members);
    const isCut = this.random.next() < 0.5;
    const goOn = way.silence();
    await this.pause(this.random.between(1000, 8000));
    if (isCut) way.cut("asking");
    goOn();
  }

  /** Ends database connections of the nodes, as a database that fails over does. */
  private async endBackends(which: string, most: number): Promise<void> {
    const client = new Client({ connectionString: this.databaseUrl, application_name: "parley chaos" });
    await client.connect();
    try {
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM (
           SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND ${which}
             AND backend_type = 'client backend' AND application_name <> 'parley chaos' LIMIT $1) AS chosen`,
        [most],
      );
    } finally {
      await client.end();
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
