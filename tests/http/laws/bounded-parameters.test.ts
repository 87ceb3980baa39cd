import { allEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import { decodeParameters, type Parameters } from "../../../src/adapters/zulip-wire/codecs/parameter";

const parameters = [...allEndpoints(true), ...rootEndpoints].flatMap((declared) =>
  Object.entries({ ...(declared.path as Parameters), ...(declared.params as Parameters) }).map(
    ([name, parameter]) => [`${declared.method} ${declared.at}: ${name}`, name, parameter] as const,
  ),
);
/** Parameters that may be as long as a whole body. */
const long = ["post /external/{integration}: payload", "put /bot_storage: storage"];

test.each(parameters)("%s has a maximum length", (title, name, parameter) => {
  const most = long.includes(title) ? 5_000_000 : 200_000;
  expect(parameter.type.longest).toBeLessThanOrEqual(most);
  const given = new Map([[name, "1".repeat(parameter.type.longest + 1)]]);
  const outcome = decodeParameters({ [name]: parameter }, given);
  expect(outcome).toMatchObject({ left: { message: expect.stringContaining("too long") } });
});

test("ids in paths and enumerated values are short", () => {
  for (const [title, , { type }] of parameters)
    if (type.schema.type === "integer" || type.schema.enum)
      expect([title, type.longest <= 1000]).toEqual([title, true]);
});

type Node = { readonly [name: string]: unknown };
/** Every number in a parameter's schema, with its name. */
const numbersIn = (node: unknown, name: string): readonly (readonly [string, Node])[] => {
  if (Array.isArray(node)) return node.flatMap((one) => numbersIn(one, name));
  if (typeof node !== "object" || node === null) return [];
  const { type, oneOf, anyOf, allOf, items, properties } = node as Node;
  return [
    ...(type === "integer" || type === "number" ? [[name, node as Node] as const] : []),
    ...[oneOf, anyOf, allOf, items].flatMap((inner) => numbersIn(inner, name)),
    ...Object.entries((properties ?? {}) as Node).flatMap(([inner, value]) => numbersIn(value, inner)),
  ];
};
const numbers = parameters.flatMap(([title, name, { type }]) =>
  numbersIn(type.schema, name).map(([of, schema]) => ({ title, of, schema })),
);
const measures =
  /timestamp|days|secs|seconds|minutes|hours|delay|since|until|limit|threshold|_px|percent|timeout|lifespan|length|guesses|history|^num_/;

test("every number is an integer", () => {
  expect(numbers.filter(({ schema }) => schema.type !== "integer")).toEqual([]);
});

test("every time and every count has a minimum and a maximum", () => {
  const bounded = ({ schema }: { schema: Node }) =>
    schema.enum !== undefined || (schema.minimum !== undefined && schema.maximum !== undefined);
  const measured = numbers.filter(({ of }) => measures.test(of));
  expect(measured.length).toBeGreaterThan(30);
  expect(measured.filter((one) => !bounded(one))).toEqual([]);
});

test.each(["1e400", "-1e400", "1e308", "1.5", "99999999999999999999"])(
  "refuses %s as a time or a count",
  (text) => {
    const measured = parameters.filter(([, name]) => measures.test(name));
    const read = measured.filter(
      ([, name, parameter]) =>
        decodeParameters({ [name]: parameter }, new Map([[name, text]]))._tag === "Right",
    );
    expect(read.map(([title]) => title)).toEqual([]);
  },
);

/** One is a 32-bit number that clients choose, the other a position in a list of Parley's own. */
const noIds = ["push_key_id", "before_id"];

test("a body may name a negative id: it is the id of nothing, not a malformed number", () => {
  const inBodies = new Set(allEndpoints(true).flatMap(({ params }) => Object.keys(params)));
  const bounded = numbers.filter(
    ({ of, schema }) =>
      /_id$/.test(of) && inBodies.has(of) && schema.minimum !== undefined && !noIds.includes(of),
  );
  expect(bounded.filter(({ title, of }) => !title.includes(`{${of}}`))).toEqual([]);
});

test("the parameters stored with an event queue are short", () => {
  const stored = ["event_types", "narrow"].map((name) =>
    parameters.find(([title]) => title === `post /register: ${name}`),
  );
  expect(stored.map((found) => found?.[2].type.longest)).toEqual([10_000, 10_000]);
});
