import { createServer, type IncomingMessage } from "node:http";
import type { Response } from "express";
import * as E from "fp-ts/Either";
import request from "supertest";
import { addHeaders, ExpressResponse } from "../../../../src/adapters/http/reply/express-messages";
import { internalError } from "../../../../src/adapters/http/reply/http-error";
import { send, sendError, sendJson } from "../../../../src/adapters/http/reply/send";
import { JsonList } from "../../../../src/adapters/zulip-wire/json";

/** What a server that runs `answer` answers. */
const answerOf = (answer: (response: Response) => void) =>
  request(
    createServer({ ServerResponse: ExpressResponse }, (_request, response) =>
      answer(response as unknown as Response),
    ),
  ).get("/");

/** The message as Node received it, which the types of supertest don't know. */
const receivedBy = (answer: request.Response) => (answer as unknown as { res: IncomingMessage }).res;

const noGuess = { "x-content-type-options": "nosniff" };

test.each<[string, (response: Response) => void, object]>([
  ["alone", (response) => response.end("{}"), { "content-length": "2" }],
  ["beside others", (response) => response.setHeader("A", "b").end("{}"), { a: "b", "content-length": "2" }],
  ["beside those of the head", (response) => response.writeHead(200, { A: "b" }).end(), { a: "b" }],
  [
    "beside those of a written head and others",
    (response) => response.setHeader("C", "d").writeHead(201, "Made", ["A", "b"]).end(),
    { a: "b", c: "d" },
  ],
])("headers that are added are sent %s", async (_, answer, expected) => {
  const { headers } = await answerOf((response) => {
    addHeaders(response, ["X-Left", 3, "X-Right", "4"]);
    answer(response);
  });
  expect(headers).toMatchObject({ ...noGuess, "x-left": "3", "x-right": "4", ...expected });
});

test("a head that somebody writes keeps its status and reason", async () => {
  const answer = await answerOf((response) => {
    addHeaders(response, ["X-Left", 3]);
    response.writeHead(201, "Made").end();
  });
  expect(receivedBy(answer)).toMatchObject({ statusCode: 201, statusMessage: "Made" });
});

test("a header that is set wins over one that was added, and the last one added over those before", async () => {
  const { headers } = await answerOf((response) => {
    addHeaders(response, ["A", "added", "B", "added", "C", "added"]);
    response.setHeader("A", "set");
    addHeaders(response, ["B", "added later"]);
    response.end();
  });
  expect(headers).toMatchObject({ a: "set", b: "added later", c: "added" });
});

test("a value that is another header's name replaces nothing", async () => {
  const { headers } = await answerOf((response) => {
    addHeaders(response, ["A", "kept"]);
    addHeaders(response, ["Vary", "A"]);
    response.end();
  });
  expect(headers).toMatchObject({ a: "kept", vary: "A" });
});

test("an error in place of an answer that couldn't be encoded has each header once", async () => {
  const unencodable = new JsonList([5n], (value) => ({ value }));
  const answer = await answerOf((response) => {
    send(response, E.right({ unencodable }))?.catch(() => sendError(response, internalError("id")));
  });
  const names = receivedBy(answer).rawHeaders.filter((_, at) => at % 2 === 0);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toContain("Content-Type");
  expect(answer.body).toMatchObject({ result: "error" });
});

test("an answer in JSON may be cached only if somebody said so before", async () => {
  const json = { ...noGuess, "content-type": "application/json", "content-length": "9" };
  const usual = await answerOf((response) => sendJson(response, { id: 5 }));
  expect(usual.headers).toMatchObject({ ...json, "cache-control": "no-store" });
  const { headers } = await answerOf((response) => {
    response.setHeader("Cache-Control", "max-age=60");
    sendJson(response, { id: 5 });
  });
  expect(headers).toMatchObject({ ...json, "cache-control": "max-age=60" });
});
