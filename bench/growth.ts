import { benchSettings, configOf } from "./bench-settings";
import { beside } from "./beside";
import { firstChannel, makeHistory } from "./history";
import { isolated } from "./isolated";
import { call, median } from "./load";
import { runProgram } from "./program";
import { bigChannel, type Person, seed } from "./seed";
import { type ServerProcess, startProcess } from "./server-process";

/** The messages of two organizations that are alike otherwise. */
const sizes = { small: 10_000, large: 1_000_000 };
const channels = 1000;
const unread = 5000;
const people = 100;
const rounds = 25;
const moved = 50;
const marked = 100;
/** How much more an operation may cost in the large organization. */
const mostGrowth = 1.2;

interface World {
  readonly server: ServerProcess;
  readonly reader: Person;
  /** The reader's newest messages, ascending. */
  readonly newest: readonly number[];
  /** A message of a topic with `moved` messages. */
  readonly inTopic: number;
}

interface Sent {
  readonly id: number;
}

/** Runs one operation; `round` counts from 0, so that each can undo the one before. */
type Operation = (world: World, round: number) => Promise<unknown>;

const page =
  (narrow: readonly object[], anchor = "newest"): Operation =>
  ({ server, reader }) =>
    call(`${server.url}/api/v1/messages`, "GET", reader, {
      anchor,
      num_before: "50",
      num_after: "50",
      narrow: JSON.stringify(narrow),
    });

const isOp = (round: number): string => (round % 2 === 0 ? "add" : "remove");

const flags =
  (flag: string): Operation =>
  ({ server, reader, newest }, round) =>
    call(`${server.url}/api/v1/messages/flags`, "POST", reader, {
      messages: JSON.stringify(newest),
      op: isOp(round),
      flag,
    });

const operations: Readonly<Record<string, Operation>> = {
  "mark 100 messages as read or unread": flags("read"),
  "mark 1,000 messages as read or unread, by narrow": ({ server, reader }, round) =>
    call(`${server.url}/api/v1/messages/flags/narrow`, "POST", reader, {
      anchor: "newest",
      num_before: "1000",
      num_after: "0",
      op: isOp(round),
      flag: "read",
      narrow: JSON.stringify([{ operator: "channel", operand: firstChannel + 1 }]),
    }),
  "star or unstar 100 messages": flags("starred"),
  "move a topic of 50 messages": ({ server, reader, inTopic }, round) =>
    call(`${server.url}/api/v1/messages/${inTopic}`, "PATCH", reader, {
      topic: `moved ${round}`,
      propagate_mode: "change_all",
      send_notification_to_new_thread: "false",
    }),
  "search for a word in 100 messages": page([{ operator: "search", operand: "kumquat" }]),
  "search for a word that nobody wrote": page([{ operator: "search", operand: "quandong" }]),
  "messages with links": page([{ operator: "has", operand: "link" }]),
  "followed topics": page([{ operator: "is", operand: "followed" }]),
  "unread messages": page([{ operator: "is", operand: "unread" }], "first_unread"),
  "unread mentions": page([
    { operator: "is", operand: "unread" },
    { operator: "is", operand: "mentioned" },
  ]),
  "the newest messages": page([]),
};

/** Makes an organization with that many messages, and serves it. The newest ones hold what the operations look for. */
const inWorld = async (messages: number, work: (world: World) => Promise<void>): Promise<void> =>
  isolated(process.env.DATABASE_URL, async (dataDir, databaseUrl) => {
    const settings = benchSettings(dataDir, databaseUrl);
    const { people: everybody, realmId } = await seed(configOf(settings), people);
    const [reader, other] = everybody as readonly [Person, Person, ...Person[]];
    await beside(configOf(settings), (connection) =>
      makeHistory(connection, realmId, [reader], other, { channels, messages, unread }),
    );
    const server = await startProcess("src/main.js", settings);
    try {
      const say = (topic: string, content: string) =>
        call<Sent>(`${server.url}/api/v1/messages`, "POST", other, {
          type: "stream",
          to: bigChannel,
          topic,
          content,
        });
      await call(`${server.url}/api/v1/user_topics`, "POST", reader, {
        stream_id: JSON.stringify(await channelId(server, reader)),
        topic: "followed",
        visibility_policy: "3",
      });
      const newest: number[] = [];
      for (let count = 0; count < marked; count += 1)
        newest.push((await say("followed", `kumquat https://example.com/${count}`)).id);
      let inTopic = 0;
      for (let count = 0; count < moved; count += 1) inTopic = (await say("moved", "hello")).id;
      await work({ server, reader, newest, inTopic });
    } finally {
      await server.stop();
    }
  });

const channelId = async ({ url }: ServerProcess, reader: Person): Promise<number> => {
  const answer = await call<{ readonly stream_id: number }>(`${url}/api/v1/get_stream_id`, "GET", reader, {
    stream: bigChannel,
  });
  return answer.stream_id;
};

/** Milliseconds of an operation. */
const timeOf = async (operation: Operation, world: World, round: number): Promise<number> => {
  const began = performance.now();
  await operation(world, round);
  return performance.now() - began;
};

/** Measures each operation in both organizations in turn, so that both meet the same disturbances. */
const compare = async (small: World, large: World): Promise<void> => {
  const line = (what: string, ...cells: readonly string[]): void =>
    void process.stdout.write(`${what.padEnd(52)} ${cells.map((cell) => cell.padStart(10)).join(" ")}\n`);
  line("ms (medians)", "10,000", "1,000,000", "ratio", `≤ ${mostGrowth}`);
  for (const [what, operation] of Object.entries(operations)) {
    const times = { small: [] as number[], large: [] as number[] };
    // The first rounds fill caches and compile.
    for (let round = -4; round < rounds; round += 1) {
      const [one, other] = [
        await timeOf(operation, small, round + 4),
        await timeOf(operation, large, round + 4),
      ];
      if (round < 0) continue;
      times.small.push(one);
      times.large.push(other);
    }
    const [few, many] = [median(times.small), median(times.large)];
    line(what, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2), many <= few * mostGrowth ? "" : "✗");
  }
};

const main = (): Promise<void> =>
  inWorld(sizes.small, (small) => inWorld(sizes.large, (large) => compare(small, large)));

runProgram(main);
