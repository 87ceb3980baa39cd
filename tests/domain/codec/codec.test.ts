import * as E from "fp-ts/Either";
import * as t from "io-ts";
import {
  type Codec,
  dictionary,
  entity,
  like,
  listOf,
  nullable,
  oneOf,
  optional,
  withDefaults,
} from "../../../src/domain/codec/codec";
import { problemIn } from "../../../src/domain/codec/codec-problem";
import { tagged } from "../../../src/domain/codec/tagged";

interface Pet {
  readonly name: string;
  readonly age: number | null;
  readonly tags: readonly string[];
  readonly owner?: string;
}

const petCodec = entity<Pet>({
  name: t.string,
  age: nullable(t.number),
  tags: listOf(t.string),
  owner: optional(t.string),
});
const pet: Pet = { name: "Rex", age: null, tags: ["big"] };

const problem = (codec: Codec<never> | Codec<Pet>, value: unknown): string => {
  const read = codec.decode(value);
  return E.isLeft(read) ? problemIn(read.left) : "none";
};

/** The type check fails if any of these compiles. */
test("a codec of another type doesn't compile", () => {
  // @ts-expect-error: a field is missing
  entity<Pet>({ name: t.string, age: nullable(t.number), tags: listOf(t.string) });
  // @ts-expect-error: the type has no such field
  entity<Pet>({ ...petCodec.fields, color: t.string });
  // @ts-expect-error: it may be null
  entity<Pet>({ ...petCodec.fields, age: t.number });
  // @ts-expect-error: it may not be null
  entity<Pet>({ ...petCodec.fields, name: nullable(t.string) });
  // @ts-expect-error: it may be absent
  entity<Pet>({ ...petCodec.fields, owner: t.string });
  // @ts-expect-error: it may not be absent
  entity<Pet>({ ...petCodec.fields, name: optional(t.string) });
  // @ts-expect-error: not all values
  entity<{ readonly kind: "a" | "b" }>({ kind: oneOf("a") });
  // @ts-expect-error: a value too many
  entity<{ readonly kind: "a" }>({ kind: oneOf("a", "b") });
  // @ts-expect-error: a member is missing
  tagged<{ readonly op: "a" } | { readonly op: "b" }, "op">("op", {
    a: entity<{ op: "a" }>({ op: oneOf("a") }),
  });
  // @ts-expect-error: a setting that is no plain one is named with its codec
  like<{ readonly sound: string | null }>({ sound: "" }, {});
});

test("decoding returns a valid value itself, with its unknown fields", () => {
  const value = { ...pet, owner: "Ann", later: 1 };
  expect(petCodec.decode(value)).toEqual({ _tag: "Right", right: value });
  const read = petCodec.decode(value);
  expect(E.isLeft(read) || read.right).toBe(value);
});

test.each([
  [{ ...pet, name: 5 }, "name: expected string, found number 5"],
  [{ ...pet, age: "5" }, 'age: expected number | null, found string "5"'],
  [{ ...pet, age: undefined }, "age: expected number | null, found nothing"],
  [{ ...pet, tags: ["a", {}] }, "tags.1: expected string, found an object"],
  [{ ...pet, tags: "a" }, 'tags: expected list, found string "a"'],
  [{ ...pet, owner: null }, "owner: expected string, found object null"],
  [[pet], "value: expected object, found a list"],
  [pet, "none"],
])("a problem is named by its path: %j", (value, expected) => {
  expect(problem(petCodec, value)).toBe(expected);
});

test("the tag selects the member of a union, and errors are those of that member", () => {
  type Place = { readonly kind: "here" } | { readonly kind: "there"; readonly at: number };
  const placeCodec = tagged<Place, "kind">("kind", {
    here: entity<{ readonly kind: "here" }>({ kind: oneOf("here") }),
    there: entity<{ readonly kind: "there"; readonly at: number }>({ kind: oneOf("there"), at: t.number }),
  });
  const problems = [{ kind: "here" }, { kind: "there" }, { kind: "where" }, {}].map((value) =>
    problem(placeCodec as never, value),
  );
  expect(problems).toEqual([
    "none",
    "at: expected number, found nothing",
    'kind: expected "here" | "there", found string "where"',
    'kind: expected "here" | "there", found nothing',
  ]);
});

test("defaults replace absent fields, not wrong ones", () => {
  const codec = withDefaults(petCodec, { age: 3, tags: [] });
  expect(codec.decode({ name: "Rex" })).toEqual({ _tag: "Right", right: { name: "Rex", age: 3, tags: [] } });
  expect(problem(codec, { name: "Rex", tags: 1 })).toBe("tags: expected list, found number 1");
  expect(problem(codec, {})).toBe("name: expected string, found nothing");
});

test("a dictionary takes any key, even __proto__", () => {
  const codec = dictionary(listOf(t.number));
  const value = JSON.parse('{"7": [1], "__proto__": [2]}');
  expect(codec.is(value)).toBe(true);
  expect(codec.is(JSON.parse('{"__proto__": ["2"]}'))).toBe(false);
});
