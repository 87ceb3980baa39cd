import { Readable } from "node:stream";
import type { Request, Response } from "express";
import { readForm } from "../../../../src/adapters/http/request/request-form";
import { processorTime } from "../../../support/measures/processor";

const length = 3_000_000;

const read = (body: Buffer): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
    };
    const request = Object.assign(Readable.from([body]), { headers, is: () => false }) as unknown as Request;
    readForm(length + 1000)(request, {} as Response, (error?: unknown) =>
      error === undefined ? resolve(request.body) : reject(error),
    );
  });

test("a form reads the same however its bytes are encoded", async () => {
  expect(await read(Buffer.from("a=%c3%A9%2c&b=+%2C&%61=1"))).toEqual({ a: ["é,", "1"], b: " ," });
  await expect(read(Buffer.from("a=%c3"))).rejects.toMatchObject({ message: "Request is not valid UTF-8" });
  await expect(read(Buffer.from("a=%C3%2"))).rejects.toMatchObject({ message: "Request is not valid UTF-8" });
});

test("a form in which every byte is encoded costs about as much as a plain one of that length", async () => {
  const costOf = async (text: string): Promise<number> => {
    const body = Buffer.from(`a=${text}`);
    const costs: number[] = [];
    for (let time = 0; time < 4; time += 1) costs.push(await processorTime(() => read(body)));
    return Math.min(...costs);
  };
  const plain = await costOf("abc".repeat(length / 3));
  const encoded = await costOf("%2C".repeat(length / 3));
  // Decoding byte by byte cost 64 times as much.
  expect(encoded / plain).toBeLessThan(25);
});
