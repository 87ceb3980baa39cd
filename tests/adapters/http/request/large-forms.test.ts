import { Readable } from "node:stream";
import type { Request } from "express";
import { readForm } from "../../../../src/adapters/http/request/request-form";

const read = readForm(1_000_000);

/** Reads a form; resolves to its fields, or the error that refuses it. */
const fieldsOf = (body: string, headers: object = {}): Promise<unknown> =>
  new Promise((resolve) => {
    const received = Object.assign(Readable.from([Buffer.from(body)]), {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": `${Buffer.byteLength(body)}`,
        ...headers,
      },
      is: (type: string) => (type.startsWith("multipart") ? false : type),
    }) as unknown as Request;
    read(received, {} as never, (error?: unknown) => resolve(error ?? received.body));
  });

const long = "a%26+b".repeat(30_000);

test("large forms that arrive together are decoded in a turn of the event loop each", async () => {
  let turn = 0;
  let isOver = false;
  const countTurns = (): void => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const decodedIn = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      expect(await fieldsOf(`content=${long}&n=${index}`)).toMatchObject({
        content: "a& b".repeat(30_000),
        n: `${index}`,
      });
      return turn;
    }),
  );
  isOver = true;
  expect(new Set(decodedIn).size).toBe(4);
});

test("a large form is refused for the same reasons as a short one", async () => {
  for (const content of ["%FF", "%C3", "\u00e9%A9", "%E9"])
    for (const before of ["", long])
      expect(await fieldsOf(`content=${before}${content}`)).toMatchObject({
        message: "Request is not valid UTF-8",
      });
  for (const content of ["%C3%A9", "é", "%", "%4", "%zz", "100%"])
    for (const before of ["", long])
      expect(await fieldsOf(`content=${before}${content}`)).toMatchObject({ content: expect.anything() });
  expect(await fieldsOf(`a=${"x".repeat(1_000_001)}`)).toMatchObject({ type: "entity.too.large" });
});
