import { createServer, type ServerResponse } from "node:http";
import { listen } from "../../src/composition/lifecycle/listen";
import type { BareAnswers } from "./floor";

/**
 * The least that a server of node:http does to pass a message on to everybody who waits, as a baseline for ours. It knows nobody,
 * stores nothing, and takes its answers, as long as ours, from BENCH_ANSWERS.
 */
const answers = JSON.parse(process.env.BENCH_ANSWERS ?? "{}") as BareAnswers;
/** The number of messages so far is the id of the last one, and of its event. */
let sent = 0;
let waiting: ServerResponse[] = [];
const streams: ServerResponse[] = [];

const numbered = (text: string): string => text.replaceAll(answers.id, `${sent}`);

const answer = (response: ServerResponse, body: string): void => {
  response.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
};

const sendToAll = (sender: ServerResponse): void => {
  sent += 1;
  answer(sender, JSON.stringify({ id: sent }));
  const poll = numbered(answers.poll);
  const polls = waiting;
  waiting = [];
  for (const one of polls) answer(one, poll);
  const event = numbered(answers.event);
  for (const one of streams) one.write(event);
};

const openStream = (response: ServerResponse): void => {
  // Each event is one write, as ours are.
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.flushHeaders();
  streams.push(response);
};

const poll = (url: string, response: ServerResponse): void => {
  // The client that polls writes this parameter last.
  const last = Number(url.slice(url.lastIndexOf("=") + 1));
  if (last < sent) answer(response, numbered(answers.poll));
  else waiting.push(response);
};

const server = createServer(({ url = "" }, response) => {
  if (url.startsWith("/api/v1/events?")) poll(url, response);
  else if (url.startsWith("/api/v1/events/stream?")) openStream(response);
  else if (url === "/api/v1/messages") sendToAll(response);
  else answer(response, JSON.stringify({ queue_id: "bare", last_event_id: sent }));
});
// As our server does, so that as many clients may connect at once.
void listen(server, "BENCH", { host: "127.0.0.1", port: 0 }).then((port) => {
  process.stdout.write(`A bare server listens on http://127.0.0.1:${port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
