import { Readable } from "node:stream";
import type { Request, Response } from "express";
import { plainFields, readPlainForm } from "../../../../src/adapters/http/request/plain-form";
import { parametersOf } from "../../../../src/adapters/http/request/request-body";
import { readForm } from "../../../../src/adapters/http/request/request-form";
import fc from "../../../support/random/fast-check";

const parser = readForm(100_000);

type Read = { readonly fields: readonly (readonly [string, string])[] } | { readonly refused: string };

const readBy = (read: typeof parser, body: Buffer): Promise<Read> =>
  new Promise((resolve) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
    };
    const parts = [body.subarray(0, 7), body.subarray(7)].filter(({ length }) => length > 0);
    const request = Object.assign(Readable.from(parts), {
      url: "/",
      headers,
      complete: true,
      socket: { readable: true },
      is: () => false,
    }) as unknown as Request;
    read(request, {} as Response, (error?: unknown) =>
      resolve(
        error === undefined ? { fields: [...parametersOf(request)] } : { refused: (error as Error).message },
      ),
    );
  });

const sign = fc.oneof(
  fc.constantFrom("a", "b1", "_", "type", "__proto__", "constructor", "=", "=", "=", "&", "&", "+", " "),
  fc.constantFrom(
    "%",
    "%41",
    "%2B",
    "%26",
    "%c3%a9",
    "%ff",
    "%zz",
    "%00",
    "[",
    "]",
    "%5B0%5D",
    ".",
    "é",
    "\uFEFF",
  ),
  fc.string({ maxLength: 3, unit: "binary" }),
);
const form = fc.array(sign, { minLength: 1, maxLength: 30 }).map((signs) => Buffer.from(signs.join("")));

const pair = fc
  .tuple(
    fc.constantFrom("a", "b", "to", "x1", "A", "a.b", "%61"),
    fc.constantFrom("=", "=", "=", ""),
    fc.array(fc.constantFrom("x", "%41", "+", "%c3%a9", "=", "%C3", "%", "]", "é"), { maxLength: 2 }),
  )
  .map(([name, equals, value]) => `${name}${equals}${value.join("")}`);
const pairs = fc.array(pair, { minLength: 1, maxLength: 3 }).map((all) => Buffer.from(all.join("&")));
const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((some) => Buffer.from(some));

test("a form is read alike with and without the parser", async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(form, pairs, bytes), async (body) => {
      const [quick, full] = [await readBy(readPlainForm(parser), body), await readBy(parser, body)];
      expect(quick).toEqual(full);
      if (plainFields(body) !== undefined) plain += 1;
    }),
    { numRuns: 1500 },
  );
  expect(plain).toBeGreaterThan(50);
});

test("any form that a client encodes is read back, without the parser", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: "grapheme" })), (fields) => {
      const sent = { ...fields };
      expect(plainFields(Buffer.from(new URLSearchParams(sent).toString()))).toEqual(sent);
    }),
  );
});

const fieldsOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `a${index}=1`).join("&");

test("a form that needs more care is left to the parser", () => {
  for (const body of ["a=1&a=2", "a[0]=1", "a=x]=1", "A=1", "=1", "a=%zz", "a=%ff", "a=é", fieldsOf(101)])
    expect(plainFields(Buffer.from(body))).toBeUndefined();
  expect(Object.keys(plainFields(Buffer.from(fieldsOf(100))) ?? {})).toHaveLength(100);
});

test.each([
  ["a plain form", "a=1"],
  ["any other form", "a=%ff&a"],
])("what is thrown once %s has arrived is passed on", async (_, body) => {
  const failure = new Error("a bug");
  const passed: unknown[] = [];
  const request = Object.assign(Readable.from([Buffer.from(body)]), {
    url: "/",
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) },
    complete: true,
    is: () => false,
  }) as unknown as Request;
  const throws = (): never => {
    throw failure;
  };
  readPlainForm(throws)(request, {} as Response, (error?: unknown) => {
    passed.push(error);
    if (error === undefined) throws();
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(passed.at(-1)).toBe(failure);
});
