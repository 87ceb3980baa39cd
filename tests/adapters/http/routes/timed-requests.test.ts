import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import express, { type RequestHandler, type Response } from "express";
import { listenerOf } from "../../../../src/adapters/http/reply/express-listener";
import { timedRequests } from "../../../../src/adapters/http/routes/timed-requests";
import { createWebServer } from "../../../../src/adapters/http/web-server";
import { memoryMetrics } from "../../../support/application/memory-metrics";

let server: Server;
let metrics: ReturnType<typeof memoryMetrics>;
const serve = async (answer: RequestHandler): Promise<void> => {
  metrics = memoryMetrics();
  const http = express();
  const { begin, isOf } = timedRequests(metrics, () => undefined);
  http.use(isOf({ method: "get", at: "/things" }), answer);
  server = createWebServer()
    .on("request", listenerOf(http, undefined, begin))
    .listen(0, "127.0.0.1");
  await once(server, "listening");
};
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const durations = (status: string): readonly number[] =>
  metrics.observed("http_request_seconds", { method: "get", endpoint: "/things", status });
const until = async (isSo: () => boolean): Promise<void> => {
  for (let times = 0; !isSo(); times += 1) {
    if (times > 500) throw new Error("it never came");
    await sleep(5);
  }
};
const request = () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
  return socket;
};

test("requests are measured by the status of their answer, on one connection or several", async () => {
  await serve((_request, response) => void response.status(404).end("nothing"));
  const socket = request();
  await once(socket, "data");
  socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\nConnection: close\r\n\r\n");
  await once(socket, "close");
  await until(() => durations("404").length === 2);
  expect(durations("aborted")).toEqual([]);
});

test("a request whose client leaves before the answer begins is measured as aborted", async () => {
  const waiting: Response[] = [];
  await serve((_request, response) => void waiting.push(response));
  const socket = request();
  await until(() => waiting.length === 1);
  await sleep(50);
  socket.destroy();
  await until(() => durations("aborted").length === 1);
  expect(durations("aborted")[0]).toBeGreaterThan(0.03);
  waiting[0]?.end();
  await sleep(20);
  expect([durations("200"), durations("aborted").length]).toEqual([[], 1]);
});

test("so is a stream that its client leaves, when all that was written had been read", async () => {
  await serve((_request, response) => void response.write("some events"));
  const socket = request();
  await once(socket, "data");
  socket.destroy();
  await until(() => durations("aborted").length === 1);
  expect(durations("200")).toEqual([]);
});

test("so is an ended answer of which the client read only a part", async () => {
  await serve((_request, response) => void response.end(Buffer.alloc(50_000_000)));
  const socket = request();
  await once(socket, "data");
  socket.destroy();
  await until(() => durations("aborted").length === 1);
  expect(durations("200")).toEqual([]);
});

test("a stream that the server ends has the status that it began with", async () => {
  await serve((_request, response) => {
    response.write("some events");
    setTimeout(() => response.end(), 20);
  });
  const socket = request().resume();
  await until(() => durations("200").length === 1);
  socket.destroy();
  await sleep(20);
  expect(durations("aborted")).toEqual([]);
});
