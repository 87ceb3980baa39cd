import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Response } from "express";
import * as E from "fp-ts/Either";
import { ExpressResponse } from "../../../../src/adapters/http/reply/express-messages";
import { send } from "../../../../src/adapters/http/reply/send";
import { JsonList } from "../../../../src/adapters/zulip-wire/json";

const texts = Array.from({ length: 30 }, (_, index) => `${index} é ${"x".repeat(50_000)}`);

const server = createServer({ ServerResponse: ExpressResponse }, (_request, response) => {
  const body = { before: 1, texts: new JsonList(texts, (text) => JSON.stringify(text)), after: 2 };
  void send(response as unknown as Response, E.right(body));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const read = (agent: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asking = request({ port, host: "127.0.0.1", agent }, (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks).toString()));
    });
    asking.on("error", reject);
    asking.end();
  });

test("a long answer arrives whole, and the next one on its connection, too", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers = await Promise.all([read(agent), read(agent)]);
  agent.destroy();
  for (const answer of answers)
    expect(JSON.parse(answer)).toEqual({ result: "success", msg: "", before: 1, texts, after: 2 });
});
