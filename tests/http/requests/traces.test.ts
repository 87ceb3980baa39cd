import type { ReadableSpan } from "@opentelemetry/sdk-trace-node";
import { openTelemetryTracing } from "../../../src/adapters/tracing/open-telemetry";
import { recordSpans } from "../../support/application/recorded-spans";
import { type CalledBot, startBotServer } from "../../support/servers/bot-servers";
import { type Peer, startPeer } from "../../support/servers/peer";

let recorded: ReturnType<typeof recordSpans>;
let bots: Awaited<ReturnType<typeof startBotServer>>;
let peer: Peer;
let bot: CalledBot;
let spans: readonly ReadableSpan[];

beforeAll(async () => {
  recorded = recordSpans();
  bots = await startBotServer({ tracing: openTelemetryTracing() });
  peer = await startPeer();
  bot = await bots.newBot(`${peer.url}/hook?x=1`);
  await bots.mention(bot, "a secret wish", "general", { topic: "secret plans" });
  await bots.deliver();
  await bots.ann.get("/messages/1");
  await bots.ann.get("/users/owner@example.com");
  await bots.ann.get("/messages", {
    anchor: "newest",
    num_before: 5,
    num_after: 0,
    narrow: [["search", "wish"]],
  });
  spans = recorded.ended();
});
afterAll(async () => {
  await bots.server.stop();
  await peer.close();
  await recorded.stop();
});

const named = (name: string): readonly ReadableSpan[] => spans.filter((span) => span.name === name);
const last = (name: string): ReadableSpan => {
  const span = named(name).at(-1);
  if (span === undefined) throw new Error(`There is no span ${name}, only ${spans.map((one) => one.name)}`);
  return span;
};
const isWithin = (span: ReadableSpan, outer: ReadableSpan): boolean =>
  span.spanContext().traceId === outer.spanContext().traceId &&
  (span.parentSpanContext?.spanId === outer.spanContext().spanId ||
    spans.some((one) => one.spanContext().spanId === span.parentSpanContext?.spanId && isWithin(one, outer)));

test("one trace leads from the request over the commit and the job to the bot's server and the commit of its end", () => {
  const call = last("call outgoing webhook");
  const job = last("job call_bot");
  const request = named("POST /messages").find((one) => isWithin(job, one));
  const commit = named("commit").find((one) => isWithin(job, one));
  if (request === undefined || commit === undefined) throw new Error("The job is in no request's trace");
  expect(isWithin(call, job)).toBe(true);
  expect(isWithin(commit, request)).toBe(true);
  expect(commit.attributes).toMatchObject({ "parley.changes": 1, "parley.events": 2, "parley.jobs": 2 });
  expect(job.attributes).toEqual({ "parley.attempt": 1, "parley.outcome": "complete" });
  expect(request.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/messages",
    "http.response.status_code": 200,
  });
});

test("a request's reads of the database and its messages to other nodes are in its trace", () => {
  const request = last("GET /messages");
  const reads = spans.filter((one) => one.name.startsWith("messages.") && isWithin(one, request));
  expect(reads.map((one) => one.attributes["db.system.name"])).toContain("postgresql");
  expect(named("POST /messages").some((one) => isWithin(last("send bus.grown"), one))).toBe(true);
});

test("an error answer below 500 isn't a failed span", () => {
  const { attributes, status } = last("GET /messages/{message_id}");
  expect([attributes["http.response.status_code"], status.code]).not.toContain(2);
});

test("no span reveals what people write, who they are, or where anything is", () => {
  const exported = JSON.stringify(
    spans.map(({ name, attributes, events, status, links }) => [
      name,
      attributes,
      events,
      status,
      links.map((link) => link.attributes),
    ]),
  );
  for (const hidden of [
    "secret",
    "wish",
    "general",
    "@",
    "example",
    bot.apiKey,
    "127.0.0.1",
    "/hook",
    "SELECT",
  ])
    expect(exported).not.toContain(hidden);
  const attributeNames = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect(
    [...attributeNames].filter((name) => /realm|user|\bid\b|url|address|statement|query/.test(name)),
  ).toEqual([]);
});

test("nothing of the trace leaves the server", () => {
  expect(peer.received).toHaveLength(1);
  for (const { headers } of peer.received) expect(Object.keys(headers)).not.toContain("traceparent");
});
