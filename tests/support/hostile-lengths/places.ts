import type { Parameter } from "../../../src/adapters/zulip-wire/codecs/parameter";
import type { Schema } from "../../../src/adapters/zulip-wire/codecs/schema";

/** A place in a parameter that takes text of any length. */
export interface Place {
  readonly name: string;
  /** The parameter's text with that text in its place. */
  write(text: string): string;
}

type Fill = (text: string) => unknown;
interface Hole {
  readonly name: string;
  readonly fill: Fill;
}

/** Words that a text must be for its neighbors to matter. */
const words: Readonly<Record<string, readonly string[]>> = {
  operator: ["search", "channel", "topic", "sender", "dm", "is", "has", "id", "with", "mentions", "a"],
  property: ["color", "is_muted"],
};

const least = (schema: Schema, depth = 0): unknown => {
  const of = (one: unknown) => least((one ?? {}) as Schema, depth + 1);
  if (depth > 6) return null;
  const [choice] = ((schema.oneOf ?? schema.anyOf) as readonly Schema[] | undefined) ?? [];
  if (choice !== undefined) return of(choice);
  if (schema.allOf !== undefined) return Object.assign({}, ...(schema.allOf as readonly Schema[]).map(of));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return (schema.enum as readonly unknown[])[0];
  switch (schema.type) {
    case "integer":
    case "number":
      return Number(schema.minimum ?? 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return ((schema.prefixItems as readonly Schema[] | undefined) ?? []).map(of);
    case "object": {
      const properties = (schema.properties ?? {}) as Record<string, Schema>;
      const names = (schema.required as readonly string[] | undefined) ?? [];
      return Object.fromEntries(names.map((name) => [name, words[name]?.[0] ?? of(properties[name])]));
    }
    default:
      return "a";
  }
};

/** Every text in a JSON document of this schema: values, names of properties, and where anything may be. */
const holesIn = (schema: Schema, depth = 0): readonly Hole[] => {
  const of = (one: unknown) => holesIn((one ?? {}) as Schema, depth + 1);
  const choices = (schema.oneOf ?? schema.anyOf) as readonly Schema[] | undefined;
  if (depth > 6) return [];
  if (choices !== undefined) return choices.flatMap(of);
  if (schema.allOf !== undefined) {
    const all = schema.allOf as readonly Schema[];
    const whole: Schema = {
      type: "object",
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
      required: all.flatMap(({ required }) => (required as string[] | undefined) ?? []),
    };
    return of(whole);
  }
  if (schema.const !== undefined || schema.enum !== undefined) return [];
  const { type } = schema;
  if (type === undefined || type === "string") return [{ name: "", fill: (text) => text }];
  if (type === "array") {
    const tuple = schema.prefixItems as readonly Schema[] | undefined;
    if (tuple === undefined)
      return of(schema.items).map(({ name, fill }) => ({ name: `[]${name}`, fill: (text) => [fill(text)] }));
    return tuple.flatMap((member, index) =>
      of(member).map(({ name, fill }) => ({
        name: `[${index}]${name}`,
        fill: (text: string) => tuple.map((other, at) => (at === index ? fill(text) : least(other))),
      })),
    );
  }
  if (type !== "object") return [];
  const inValues =
    schema.additionalProperties === undefined && schema.properties !== undefined
      ? []
      : [
          {
            name: "{name}",
            fill: (text: string) => ({ [text]: least((schema.additionalProperties ?? {}) as Schema) }),
          },
          ...of(schema.additionalProperties).map(({ name, fill }) => ({
            name: `{}${name}`,
            fill: (text: string) => ({ a: fill(text) }),
          })),
        ];
  const inProperties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(
    ([property, member]) =>
      of(member).flatMap(({ name, fill }) =>
        Object.entries((schema.properties ?? {}) as Record<string, Schema>)
          .filter(([other]) => other !== property && words[other] !== undefined)
          .flatMap(([other]) => (words[other] ?? []).map((word) => ({ [other]: word })))
          .concat(property in words ? [{}] : [])
          .concat([{}])
          .map((around) => ({
            name: `.${property}${name}${JSON.stringify(around) === "{}" ? "" : ` with ${Object.values(around)}`}`,
            fill: (text: string) => ({ ...(least(schema) as object), ...around, [property]: fill(text) }),
          })),
      ),
  );
  return [...inValues, ...inProperties];
};

/** Lists in a document of this schema, each with the way to write one of that many entries. */
const listsIn = (
  schema: Schema,
  depth = 0,
): readonly { name: string; of: (entries: unknown[]) => unknown; items: Schema }[] => {
  const choices = ((schema.oneOf ?? schema.anyOf) as readonly Schema[] | undefined) ?? [];
  if (depth > 6) return [];
  if (choices.length > 0) return choices.flatMap((one) => listsIn(one, depth + 1));
  if (schema.type === "array" && schema.items !== undefined)
    return [{ name: "[]", of: (entries) => entries, items: schema.items as Schema }];
  if (schema.type === "object")
    return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, member]) =>
      listsIn(member, depth + 1).map((list) => ({
        ...list,
        name: `.${name}${list.name}`,
        of: (entries: unknown[]) => ({ ...(least(schema) as object), [name]: list.of(entries) }),
      })),
    );
  return [];
};

/** Entries of a list: as many as fit into the length. */
const entries = (length: number, make: (index: number) => unknown): unknown[] => {
  const size = JSON.stringify(make(1000)).length + 1;
  return Array.from({ length: Math.max(1, Math.floor(length / size)) }, (_, index) => make(index));
};

/** A document that has no text but is long. */
export interface Document {
  readonly name: string;
  write(length: number): string;
}

const nested =
  (open: string, close: string) =>
  (length: number): string => {
    const depth = Math.max(1, Math.floor(length / (open.length + close.length)));
    return open.repeat(depth) + close.repeat(depth);
  };

const deep: readonly Document[] = [
  { name: "lists in lists", write: nested("[", "]") },
  { name: "objects in objects", write: (length) => nested('{"a":', "}")(length).replace(":}", ":1}") },
  { name: "objects in lists", write: (length) => nested('[{"a":', "}]")(length).replace(":}", ":1}") },
];

const longLists = (schema: Schema): readonly Document[] => [
  ...listsIn(schema).flatMap(({ name, of, items }) => {
    const [hole] = holesIn(items);
    return [
      ...(hole === undefined
        ? []
        : [
            {
              name: `${name} of different texts`,
              write: (length: number) => entries(length, (at) => hole.fill(`a${at}`)),
            },
            { name: `${name} of one sign`, write: (length: number) => entries(length, () => hole.fill("<")) },
          ]),
      { name: `${name} of numbers`, write: (length: number) => entries(length, (at) => at) },
      { name: `${name} of equal entries`, write: (length: number) => entries(length, () => least(items)) },
    ].map((one) => ({ name: one.name, write: (length: number) => JSON.stringify(of(one.write(length))) }));
  }),
  {
    name: "many names",
    write: (length) =>
      JSON.stringify(
        Object.fromEntries(entries(length, (at) => [`a${at}`, "b"]).map((one) => one as [string, string])),
      ),
  },
];

/** Where a text can be in the parameter; the whole of it is always one place. */
export const placesOf = ({ type: { schema, isJson } }: Parameter<unknown>): readonly Place[] => [
  { name: "", write: (text) => text },
  ...(isJson
    ? holesIn(schema).map(({ name, fill }) => ({ name, write: (text: string) => JSON.stringify(fill(text)) }))
    : []),
];

/** Long documents: deep ones for any text, since use cases may parse it, and long lists for those declared as JSON. */
export const documentsOf = ({ type: { schema, isJson } }: Parameter<unknown>): readonly Document[] => [
  ...deep,
  ...(isJson ? longLists(schema) : []),
];
