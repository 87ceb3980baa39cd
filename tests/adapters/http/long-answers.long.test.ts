import type { Response } from "express";
import * as E from "fp-ts/Either";
import { send } from "../../../src/adapters/http/reply/send";
import { JsonList } from "../../../src/adapters/zulip-wire/json";

/** Each fills a slice. */
const item = "x".repeat(70_000);
const [answers, items] = [40, 15];

/** A response that takes everything. */
const aResponse = () => {
  let text = "";
  const response = {
    closed: false,
    getHeaderNames: () => [],
    addFields: () => {},
    cork: () => {},
    uncork: () => {},
    write: (part: string | Uint8Array) => {
      text += Buffer.from(part);
    },
    end: () => {},
  };
  return { response: response as unknown as Response, whole: () => JSON.parse(text) };
};

test("however many long answers are written at once, a turn of the event loop encodes a few slices, and all are whole", async () => {
  let [encoded, most, isOver] = [0, 0, false];
  const encode = (text: string) => {
    encoded += 1;
    return JSON.stringify(text);
  };
  const responses = Array.from({ length: answers }, aResponse);
  const sending = Promise.all(
    responses.map(({ response }) =>
      send(response, E.right({ texts: new JsonList(Array(items).fill(item), encode) })),
    ),
  );
  const turn = (): void => {
    most = Math.max(most, encoded);
    encoded = 0;
    if (!isOver) setImmediate(turn);
  };
  // What each encodes before its first wait.
  encoded = 0;
  setImmediate(turn);
  await sending.finally(() => {
    isOver = true;
  });
  expect(most).toBeLessThanOrEqual(4);
  for (const { whole } of responses) expect(whole().texts).toEqual(Array(items).fill(item));
});
