import { listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

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
  /** Milliseconds since the user began to compose. */
  readonly at: number;
  readonly op: Op;
}

/** Calls of a client whose user types this long: a start at once and after each interval, a stop at the end. */
const composing = (milliseconds: number): readonly Call[] => {
  const starts = Math.floor(milliseconds / waits.started) + 1;
  return [
    ...Array.from({ length: starts }, (_, index): Call => ({ at: index * waits.started, op: "start" })),
    { at: milliseconds + waits.stopped, op: "stop" },
  ];
};

/** When a client shows the indicator, given the times of its events: from when until when. */
const indicatorTimes = (received: readonly Call[]): readonly (readonly [number, number])[] => {
  const spans: [number, number][] = [];
  for (const { at, op } of received) {
    const last = spans.at(-1);
    if (op === "stop" && last) last[1] = Math.min(last[1], at);
    else if (op === "start" && last && at <= last[1]) last[1] = at + waits.expiry;
    else if (op === "start") spans.push([at, at + waits.expiry]);
  }
  return spans;
};

/** Makes the calls in order; returns the events of Ben's client after each. */
const eventsOf = async (calls: readonly Call[]): Promise<readonly Call[]> => {
  const bensEvents = await listenTo(ben, ["typing"]);
  const received: Call[] = [];
  for (const { at, op } of calls) {
    expect((await owner.post("/typing", { op, to: [ben.id] })).body).toEqual(success());
    for (const event of await bensEvents()) received.push({ at, op: (event as { op: Op }).op });
  }
  return received;
};

shows(
  ["§8 limit typing timing", "§8 note 2"],
  "registration returns the three intervals in milliseconds, with Zulip's values",
  async () => {
    expect(waits).toEqual({ started: 10_000, stopped: 5_000, expiry: 15_000 });
    const { body } = await ben.post("/register", { event_types: ["message"], fetch_event_types: ["realm"] });
    expect(body.server_typing_started_wait_period_milliseconds).toBe(waits.started);
  },
);

shows(
  ["§4.1 note 3", "§4.1 note 4", "§4.1 note 5", "§4.1 note 6"],
  "starts repeated while typing and a final stop keep the indicator on throughout and then end it",
  async () => {
    const writesFor = 3 * waits.started + 1;
    const calls = composing(writesFor);
    expect(calls.map(({ op }) => op)).toEqual(["start", "start", "start", "start", "stop"]);
    const received = await eventsOf(calls);
    expect(received).toEqual(calls);
    expect(indicatorTimes(received)).toEqual([[0, writesFor + waits.stopped]]);
  },
);

shows(
  ["§4.1 note 5", "§4.1 note 6"],
  "an abandoned message ends the indicator at once, and a silent client by expiry",
  async () => {
    const givenUp: readonly Call[] = [
      { at: 0, op: "start" },
      { at: 700, op: "stop" },
    ];
    expect(indicatorTimes(await eventsOf(givenUp))).toEqual([[0, 700]]);
    const silent = composing(2 * waits.started).slice(0, -1);
    expect(indicatorTimes(await eventsOf(silent))).toEqual([[0, 2 * waits.started + waits.expiry]]);
  },
);

shows("§4.1 note 7", "each call sends one event, in any order, without state", async () => {
  const rowsInLog = async () => (await server.database.db("events").count({ rows: "*" }))[0]?.rows;
  const before = await rowsInLog();
  const ops: readonly Op[] = ["stop", "stop", "start", "start", "stop", "start"];
  const received = await eventsOf(ops.map((op, at) => ({ at, op })));
  expect(received.map(({ op }) => op)).toEqual(ops);
  const late = await listenTo(ben, ["typing"]);
  expect(await late()).toEqual([]);
  expect(await rowsInLog()).toEqual(before);
});

shows("§4.1 note 7", "another node accepts the stop of a start sent to the first", async () => {
  const bensEvents = await listenTo(ben, ["typing"]);
  await owner.post("/typing", { op: "start", to: [ben.id] });
  expect(await bensEvents()).toEqual([expect.objectContaining({ op: "start" })]);
  const other = await server.restarted();
  const otherEvents = await listenTo(other.clientOf(ben), ["typing"]);
  expect((await other.clientOf(owner).post("/typing", { op: "stop", to: [ben.id] })).body).toEqual(success());
  expect(await otherEvents()).toEqual([expect.objectContaining({ op: "stop" })]);
  other.http.close();
  await other.close();
});
