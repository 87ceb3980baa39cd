import { failure, success } from "./event-queue";
import { type Client, startServer, type TestServer } from "./http-application";

export interface Flagging {
  readonly server: TestServer;
  readonly owner: Client;
  readonly ben: Client;
  readonly cleo: Client;
  readonly general: number;
  readonly topic: string;
  /** Five messages of the owner's in their own topic, which Ben and Cleo haven't read. */
  readonly ids: readonly [number, number, number, number, number];
}

/** Creates it before each test of a file, and returns it. */
export const beforeEachFlagging = (): (() => Flagging) => {
  let given: Flagging;
  let round = 0;
  beforeAll(async () => {
    const server = await startServer();
    const { owner } = server;
    await owner.patch("/realm", { send_channel_events_messages: false });
    const [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
    const general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
    given = { server, owner, ben, cleo, general, topic: "", ids: [0, 0, 0, 0, 0] };
  });
  beforeEach(async () => {
    round += 1;
    const topic = `round ${round}`;
    const say = async (): Promise<number> =>
      (await given.owner.post("/messages", { type: "channel", to: given.general, topic, content: "x" })).body
        .id;
    given = { ...given, topic, ids: [await say(), await say(), await say(), await say(), await say()] };
  });
  afterAll(() => given.server.stop());
  return () => given;
};

/** The five messages. */
const narrowOf = ({ general, topic }: Flagging) => [
  { operator: "channel", operand: general },
  { operator: "topic", operand: topic },
];

/** Marks the five as read, or changes the given flags, for Ben or somebody else. */
export const flag = async (given: Flagging, form: object, who = given.ben) =>
  (
    await who.post("/messages/flags/narrow", {
      anchor: "newest",
      num_before: 10,
      num_after: 0,
      narrow: narrowOf(given),
      op: "add",
      flag: "read",
      ...form,
    })
  ).body;

/** Which of the five meet a condition: `unread`, `starred`. */
export const flagged = async (given: Flagging, condition: string, who = given.ben): Promise<number[]> => {
  const narrow = [...narrowOf(given), ["is", condition]];
  const { body } = await who.get("/messages", { anchor: "newest", num_before: 100, num_after: 0, narrow });
  return body.messages.map(({ id }: { id: number }) => id);
};

/** The whole response to a change of these messages. */
export const outcome = (
  processed: readonly number[],
  updated: number,
  [foundOldest, foundNewest]: readonly [boolean, boolean],
) =>
  success({
    processed_count: processed.length,
    updated_count: updated,
    first_processed_id: processed[0] ?? null,
    last_processed_id: processed.at(-1) ?? null,
    found_oldest: foundOldest,
    found_newest: foundNewest,
  });

export const invalid = (name: string, msg: string) =>
  failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: name });

/** The response to a call without one of its parameters, next to the expected one. */
export const without = async ({ ben }: Flagging, name: string) => {
  const form = { anchor: "newest", num_before: 1, num_after: 0, narrow: [], op: "add", flag: "read" };
  const rest = Object.fromEntries(Object.entries(form).filter(([one]) => one !== name));
  const expected = failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
  return [(await ben.post("/messages/flags/narrow", rest)).body, expected];
};
