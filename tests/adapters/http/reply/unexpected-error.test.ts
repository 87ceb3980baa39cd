import type { Request, Response } from "express";
import { unexpectedError } from "../../../../src/adapters/http/reply/unexpected-error";

test("an outage that was logged a moment ago is answered without an id that nobody could find", () => {
  const error = jest.fn();
  const handle = unexpectedError({
    logger: { error },
    now: () => 0,
    noteOutage: () => {},
    isProxy: () => false,
  });
  const answer = (): unknown => {
    const headers: Record<string, unknown> = {};
    const response = {
      setHeader: (name: string, value: unknown) => {
        headers[name] = value;
      },
      getHeaderNames: () => Object.keys(headers),
      hasHeader: (name: string) => name in headers,
      set: () => response,
      status: () => response,
      addFields: () => {},
      end: () => {},
    };
    const request = { headers: {}, socket: {}, method: "GET", path: "/" } as unknown as Request;
    const outage = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    handle(outage, request, response as unknown as Response, () => {});
    return headers["X-Request-Id"];
  };
  expect(answer()).toBe(error.mock.calls[0]?.[0].requestId);
  expect(answer()).toBeUndefined();
  expect(error).toHaveBeenCalledTimes(1);
});
