import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { HttpError } from "../../../../src/adapters/http/reply/http-error";
import { sendError } from "../../../../src/adapters/http/reply/send";
import { createWebServer } from "../../../../src/adapters/http/web-server";
import { insufficientPermission } from "../../../../src/domain/caller-refusals";
import { serverBusy, tooManyTries } from "../../../../src/domain/limit-refusals";

const refusal = async (error: HttpError, accept: string) => {
  const server = createWebServer();
  server.on("request", (_request, response) => sendError(response as never, error));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept, connection: "close" } });
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  } finally {
    server.close();
  }
};

test.each([
  ["a busy server", serverBusy, serverBusy.retryAfterSeconds],
  ["a rate limit", tooManyTries(7000), 7],
])(
  "%s ends the stream of an EventSource, which gives up on other statuses, so that it comes back",
  async (_what, error, seconds) => {
    expect(await refusal(error, "text/event-stream")).toEqual({
      status: 200,
      type: "text/event-stream",
      text: `retry: ${seconds * 1000}\n\n`,
    });
    expect((await refusal(error, "*/*")).status).toBeGreaterThanOrEqual(429);
  },
);

test("a lasting failure keeps its status for an EventSource", async () => {
  expect((await refusal(insufficientPermission, "text/event-stream")).status).toBe(400);
});
