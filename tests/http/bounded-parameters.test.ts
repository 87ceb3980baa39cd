import { decodeParameters, type Parameters } from "../../src/adapters/http/codecs/parameter";
import { allEndpoints, rootEndpoints } from "../../src/adapters/http/endpoints/all";

const parameters = [...allEndpoints(true), ...rootEndpoints].flatMap((declared) =>
  Object.entries({ ...(declared.path as Parameters), ...(declared.params as Parameters) }).map(
    ([name, parameter]) => [`${declared.method} ${declared.at}: ${name}`, name, parameter] as const,
  ),
);
/** What is as long as a whole body may be. */
const long = ["post /external/{integration}: payload", "put /bot_storage: storage"];

test.each(parameters)("%s has a length that it may have at most", (title, name, parameter) => {
  const most = long.includes(title) ? 5_000_000 : 200_000;
  expect(parameter.type.longest).toBeLessThanOrEqual(most);
  const given = new Map([[name, "1".repeat(parameter.type.longest + 1)]]);
  const outcome = decodeParameters({ [name]: parameter }, given);
  expect(outcome).toMatchObject({ left: { message: expect.stringContaining("too long") } });
});

test("the ids in a path and the words of a choice are short", () => {
  for (const [title, , { type }] of parameters)
    if (type.schema.type === "integer" || type.schema.enum)
      expect([title, type.longest <= 1000]).toEqual([title, true]);
});

type Node = { readonly [name: string]: unknown };
/** Each number that a parameter holds, by its name. */
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

test("whatever is a number is a whole one", () => {
  expect(numbers.filter(({ schema }) => schema.type !== "integer")).toEqual([]);
});

test("each time and each count has a least and a most", () => {
  const bounded = ({ schema }: { schema: Node }) =>
    schema.enum !== undefined || (schema.minimum !== undefined && schema.maximum !== undefined);
  const measured = numbers.filter(({ of }) => measures.test(of));
  expect(measured.length).toBeGreaterThan(30);
  expect(measured.filter((one) => !bounded(one))).toEqual([]);
});

test.each(["1e400", "-1e400", "1e308", "1.5", "99999999999999999999"])(
  "%s is no time and no count",
  (text) => {
    const measured = parameters.filter(([, name]) => measures.test(name));
    const read = measured.filter(
      ([, name, parameter]) =>
        decodeParameters({ [name]: parameter }, new Map([[name, text]]))._tag === "Right",
    );
    expect(read.map(([title]) => title)).toEqual([]);
  },
);

/** A number of 32 bits that clients choose, and a place in a list of Parley's own. */
const noIds = ["push_key_id", "before_id"];

test("a negative id in a body is the id of nothing, and no wrong number", () => {
  const inBodies = new Set(allEndpoints(true).flatMap(({ params }) => Object.keys(params)));
  const bounded = numbers.filter(
    ({ of, schema }) =>
      /_id$/.test(of) && inBodies.has(of) && schema.minimum !== undefined && !noIds.includes(of),
  );
  expect(bounded.filter(({ title, of }) => !title.includes(`{${of}}`))).toEqual([]);
});
