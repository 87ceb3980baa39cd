import { createServer } from "node:http";
import type { Response } from "express";
import request from "supertest";
import { addHeaders, ExpressResponse } from "../../../../src/adapters/http/reply/express-response";
import { sendJson } from "../../../../src/adapters/http/reply/send";

/** The headers of an answer from a server that runs `answer`. */
const headersOf = async (answer: (response: Response) => void) => {
  const server = createServer({ ServerResponse: ExpressResponse }, (_request, response) =>
    answer(response as unknown as Response),
  );
  return (await request(server).get("/")).headers;
};

const guess = { "x-content-type-options": "nosniff" };

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
  const headers = await headersOf((response) => {
    addHeaders(response, ["X-Left", 3, "X-Right", "4"]);
    answer(response);
  });
  expect(headers).toMatchObject({ ...guess, "x-left": "3", "x-right": "4", ...expected });
});

test("an answer in JSON may be cached only if somebody said so before", async () => {
  const json = { ...guess, "content-type": "application/json", "content-length": "9" };
  expect(await headersOf((response) => sendJson(response, { id: 5 }))).toMatchObject({
    ...json,
    "cache-control": "no-store",
  });
  const cached = await headersOf((response) => {
    response.setHeader("Cache-Control", "max-age=60");
    sendJson(response, { id: 5 });
  });
  expect(cached).toMatchObject({ ...json, "cache-control": "max-age=60" });
});
