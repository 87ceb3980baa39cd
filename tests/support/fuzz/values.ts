import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import type { NamedKind } from "../../../src/adapters/zulip-wire/codecs/named-things";
import type { Parameter } from "../../../src/adapters/zulip-wire/codecs/parameter";
import type { Schema } from "../../../src/adapters/zulip-wire/codecs/schema";
import type { Chance } from "./chance";
import { goodValues, type Things } from "./good-values";

const lists = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Texts of parameters that have broken servers before. */
const nasty: readonly string[] = [
  "",
  " ",
  "a\0b",
  '"a\\u0000b"',
  '["a",1,null]',
  '{"__proto__":{"x":1},"constructor":1}',
  '[{"name":1,"operator":null}]',
  '{"a":',
  "9".repeat(400),
  "9007199254740991",
  "9223372036854775808",
  "[9007199254740991,-1,1e999]",
  "-1",
  "0",
  "1.5",
  "1e3",
  "0x10",
  "NaN",
  "Infinity",
  "null",
  "[]",
  "{}",
  '["\\ud800"]',
  '"\\udfff"',
  lists("[", "]", 5000),
  lists('{"a":', "}", 500),
  "constructor",
  "__proto__",
  "toString",
  "<script>alert(1)</script>",
  "''; DROP TABLE users; --",
  "../../../etc/passwd",
  "%00",
  "%ff",
  "\r\nSet-Cookie: a=b",
  "\u202egnp.exe",
  "\u{1f600}".repeat(50),
  "a".repeat(10_001),
  "@**all**",
  "```math\n\\def\\a{\\a\\a}\\a\n```",
  "(a+)+$",
  "*".repeat(3000),
  "javascript:alert(1)",
  "http://169.254.169.254/",
  "file:///etc/passwd",
  "2026-02-30",
  "Africa/Nowhere",
];

/** Things created along the way: the first of a kind has the number 1. */
const anyId = ({ between }: Chance): string => String(between(1, 4));

const ofSchema = (schema: Schema, chance: Chance, things: Things, depth = 0): unknown => {
  const { pick, between, percent } = chance;
  const of = (one: unknown) => ofSchema((one ?? {}) as Schema, chance, things, depth + 1);
  if (depth > 6) return null;
  const choices = (schema.oneOf ?? schema.anyOf) as readonly Schema[] | undefined;
  if (choices !== undefined && choices.length > 0) return of(pick(choices));
  if (schema.allOf !== undefined)
    return Object.assign({}, ...(schema.allOf as readonly Schema[]).map((one) => of(one) ?? {}));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum as readonly unknown[]);
  switch (schema.type) {
    case "integer":
    case "number": {
      const least = Number(schema.minimum ?? -1);
      return pick([least, 1, 2, between(1, 60), pick(things.users), Number(schema.maximum ?? 1_000_000)]);
    }
    case "boolean":
      return percent(50);
    case "null":
      return null;
    case "array":
      return schema.prefixItems === undefined
        ? Array.from({ length: pick([0, 1, 1, 2, 5]) }, () => of(schema.items))
        : (schema.prefixItems as readonly Schema[]).map(of);
    case "object": {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      return Object.fromEntries([
        ...properties.flatMap(([name, one]) => (percent(85) ? [[name, of(one)] as const] : [])),
        ...(percent(10) ? [["more", 1] as const] : []),
      ]);
    }
    case "string":
      return pick([pick(things.channelNames), "hello", "a@example.com", "x".repeat(between(0, 100))]);
    default:
      return pick<unknown>([null, 1, "x", [], {}, true]);
  }
};

const written = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** The text with one change. */
export const mutated = (text: string, { pick, between }: Chance): string => {
  const at = between(0, text.length);
  return pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + pick(nasty) + text.slice(at),
    () => text + text,
    () => `[${text}]`,
    () => text.replace(/\d+/, pick(["-1", "9007199254740993", "1e99", "null"])),
    () => text.replace(/"/g, "'"),
  ])();
};

/** The text of a parameter: mostly a valid one, else one that may break something. */
export const valueFor = (
  declared: AnyEndpoint,
  name: string,
  { type }: Parameter<unknown>,
  chance: Chance,
  things: Things,
): string => {
  const { pick, percent } = chance;
  if (percent(14)) return pick(nasty);
  const naming = type.names.length > 0 && percent(80) ? pick(type.names) : undefined;
  const named: Partial<Record<NamedKind, readonly (string | number)[]>> = {
    user: things.users,
    channel: naming?.by === "name" ? things.channelNames : things.channels,
    message: things.messages,
    file: ["1/aa/none.png"],
  };
  const good = goodValues(declared, name, things);
  const known =
    good.length > 0
      ? () => pick(good)
      : name.endsWith("_id") && percent(70)
        ? () => anyId(chance)
        : undefined;
  const text = naming
    ? naming.write(pick<string | number>(named[naming.kind] ?? [1, 2, 3]))
    : known && percent(80)
      ? known()
      : written(ofSchema(type.schema, chance, things));
  return percent(8) ? mutated(text, chance) : text;
};

export const nastyText = ({ pick }: Chance): string => pick(nasty);
