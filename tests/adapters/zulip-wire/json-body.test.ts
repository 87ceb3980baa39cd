import {
  bodySlices,
  EncodedFields,
  EncodedJson,
  JsonDictionary,
  JsonList,
  successHead,
  wholeBody,
} from "../../../src/adapters/zulip-wire/json";
import fc from "../../support/random/fast-check";

const joined = (slices: Iterable<string | Uint8Array>): string =>
  Buffer.concat([...slices].map((slice) => Buffer.from(slice))).toString();

const read = (body: object): unknown => JSON.parse(joined(bodySlices(body)));

test("a body in slices is the JSON that its parts form", () => {
  const list = fc.array(fc.record({ id: fc.integer(), text: fc.string() }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(list, fc.json(), fc.constant(undefined))), (values) => {
      const given = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          Array.isArray(value)
            ? new JsonList(value, (one) => one)
            : value === undefined
              ? undefined
              : new EncodedJson(value),
        ]),
      );
      const plain = Object.entries(values).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === "string" ? JSON.parse(value) : value]],
      );
      expect(read(given)).toEqual(Object.fromEntries(plain));
    }),
  );
});

test("fields that were encoded before stand beside the others, in slices and in one piece", () => {
  const field = fc.string({ minLength: 1 }).map((name) => `known ${name}`);
  const fields = fc.dictionary(field, fc.option(fc.json(), { nil: undefined }), { minKeys: 1 });
  fc.assert(
    fc.property(fields, fc.dictionary(fc.constantFrom("a", "b"), fc.json()), (known, others) => {
      const plain = { ...others, ...known, always: 1 };
      const given = { ...others, known: new EncodedFields({ ...known, always: 1 }) };
      for (const body of [given, { known: given.known, ...others }])
        for (const head of [undefined, successHead]) {
          const all = head === undefined ? plain : { result: "success", msg: "", ...plain };
          const expected = JSON.parse(JSON.stringify(all));
          expect(JSON.parse(joined(bodySlices(body, head)))).toEqual(expected);
          expect(JSON.parse(Buffer.from(wholeBody(body, head)).toString())).toEqual(expected);
        }
    }),
  );
});

test("a long list is encoded slice by slice while it is written", () => {
  let encoded = 0;
  const people = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Person ${id}` }));
  const members = new JsonList(people, (one) => {
    encoded += 1;
    return one;
  });
  const slices = bodySlices({ result: "success", members, count: 10_000 });
  const first = slices.next().value as string;
  expect(first.length).toBeLessThan(70_000);
  expect(encoded).toBeLessThan(2_500);
  expect(JSON.parse(first + [...slices].join(""))).toEqual({
    result: "success",
    members: people,
    count: 10_000,
  });
});

test("a long object is encoded field by field", () => {
  const long = "x".repeat(100_000);
  const matches = new Map(Array.from({ length: 19 }, (_, id) => [id, { content: `${id} ${long}` }]));
  let encoded = 0;
  const messages = new JsonDictionary(matches, (one) => {
    encoded += 1;
    return one;
  });
  const slices = bodySlices({ messages });
  const first = slices.next().value as string;
  expect(encoded).toBe(1);
  expect(JSON.parse(first + [...slices].join(""))).toEqual({ messages: Object.fromEntries(matches) });
  expect(read({ messages: new JsonDictionary(new Map(), () => ({})) })).toEqual({ messages: {} });
});

test("an answer is the same at once and in slices, whatever fields it starts with", () => {
  const bodies: readonly object[] = [
    {},
    { id: 5, absent: undefined, 'a "name"': null },
    { events: new EncodedJson("[1,2]"), queue_id: "a" },
    { events: new EncodedJson(`["${"中".repeat(4000)}"]`), queue_id: 'not "plain"' },
    { events: new EncodedJson(`["${"中".repeat(5000)}"]`), queue_id: "line\nbreak" },
  ];
  for (const body of bodies)
    for (const head of ["{", successHead])
      expect(joined([wholeBody(body, head)])).toBe(joined(bodySlices(body, head)));
  expect(wholeBody({ id: 5 }, successHead)).toBe('{"result":"success","msg":"","id":5}\n');
});
