import { type Client, startServer, type TestServer } from "../../support/http-application";
import { shows } from "../../support/mission";
import { listenTo, success } from "../../support/queue";

let server: TestServer;
let owner: Client;
let ben: Client;
let waits: { readonly started: number; readonly stopped: number; readonly expiry: number };

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  const { body } = await ben.post("/register");
  waits = {
    started: body.server_typing_started_wait_period_milliseconds,
    stopped: body.server_typing_stopped_wait_period_milliseconds,
    expiry: body.server_typing_started_expiry_period_milliseconds,
  };
});
afterAll(() => server.stop());

type Op = "start" | "stop";
interface Call {
  /** Milliseconds since composing began. */
  readonly at: number;
  readonly op: Op;
}

/** What a client calls whose user writes for so long: a start at once and after each wait, a stop at the end. */
const composing = (milliseconds: number): readonly Call[] => {
  const starts = Math.floor(milliseconds / waits.started) + 1;
  return [
    ...Array.from({ length: starts }, (_, index): Call => ({ at: index * waits.started, op: "start" })),
    { at: milliseconds + waits.stopped, op: "stop" },
  ];
};

/** When a client shows that somebody types, who hears at these times: from when until when. */
const shownBy = (heard: readonly Call[]): readonly (readonly [number, number])[] => {
  const spans: [number, number][] = [];
  for (const { at, op } of heard) {
    const last = spans.at(-1);
    if (op === "stop" && last) last[1] = Math.min(last[1], at);
    else if (op === "start" && last && at <= last[1]) last[1] = at + waits.expiry;
    else if (op === "start") spans.push([at, at + waits.expiry]);
  }
  return spans;
};

/** Makes the calls in their order; what Ben's client hears after each. */
const heardOf = async (calls: readonly Call[]): Promise<readonly Call[]> => {
  const bens = await listenTo(ben, ["typing"]);
  const heard: Call[] = [];
  for (const { at, op } of calls) {
    expect((await owner.post("/typing", { op, to: [ben.id] })).body).toEqual(success());
    for (const word of await bens()) heard.push({ at, op: (word as { op: Op }).op });
  }
  return heard;
};

shows(
  ["§8 limit typing timing", "§8 note 2"],
  "registration tells the three intervals in milliseconds, as long as at Zulip",
  async () => {
    expect(waits).toEqual({ started: 10_000, stopped: 5_000, expiry: 15_000 });
    const { body } = await ben.post("/register", { event_types: ["message"], fetch_event_types: ["realm"] });
    expect(body.server_typing_started_wait_period_milliseconds).toBe(waits.started);
  },
);

shows(
  ["§4.1 note 3", "§4.1 note 4", "§4.1 note 5", "§4.1 note 6"],
  "a start, repeated while one writes, and a stop keep the indicator on all the time and end it",
  async () => {
    const writesFor = 3 * waits.started + 1;
    const calls = composing(writesFor);
    expect(calls.map(({ op }) => op)).toEqual(["start", "start", "start", "start", "stop"]);
    const heard = await heardOf(calls);
    expect(heard).toEqual(calls);
    expect(shownBy(heard)).toEqual([[0, writesFor + waits.stopped]]);
  },
);

shows(
  ["§4.1 note 5", "§4.1 note 6"],
  "a message given up ends it at once; a client that falls silent ends it when it expires",
  async () => {
    const givenUp: readonly Call[] = [
      { at: 0, op: "start" },
      { at: 700, op: "stop" },
    ];
    expect(shownBy(await heardOf(givenUp))).toEqual([[0, 700]]);
    const silent = composing(2 * waits.started).slice(0, -1);
    expect(shownBy(await heardOf(silent))).toEqual([[0, 2 * waits.started + waits.expiry]]);
  },
);

shows(
  "§4.1 note 7",
  "nothing is remembered: what is called is told, in whatever order, and once only",
  async () => {
    const rowsInLog = async () => (await server.database.db("events").count({ rows: "*" }))[0]?.rows;
    const before = await rowsInLog();
    const ops: readonly Op[] = ["stop", "stop", "start", "start", "stop", "start"];
    const heard = await heardOf(ops.map((op, at) => ({ at, op })));
    expect(heard.map(({ op }) => op)).toEqual(ops);
    const late = await listenTo(ben, ["typing"]);
    expect(await late()).toEqual([]);
    expect(await rowsInLog()).toEqual(before);
  },
);

shows("§4.1 note 7", "another node takes the stop of what began at the first", async () => {
  const bens = await listenTo(ben, ["typing"]);
  await owner.post("/typing", { op: "start", to: [ben.id] });
  expect(await bens()).toEqual([expect.objectContaining({ op: "start" })]);
  const other = await server.restarted();
  const there = await listenTo(other.clientOf(ben), ["typing"]);
  expect((await other.clientOf(owner).post("/typing", { op: "stop", to: [ben.id] })).body).toEqual(success());
  expect(await there()).toEqual([expect.objectContaining({ op: "stop" })]);
  other.http.close();
  await other.close();
});
