import type { NamedKind } from "../../../src/adapters/zulip-wire/codecs/named";
import type { Parameter } from "../../../src/adapters/zulip-wire/codecs/parameter";
import type { Schema } from "../../../src/adapters/zulip-wire/codecs/schema";
import type { Chance } from "./chance";

/** What exists in the world that requests go to. */
export interface Things {
  readonly users: readonly number[];
  readonly channels: readonly number[];
  readonly channelNames: readonly string[];
  readonly messages: readonly number[];
  readonly queues: readonly string[];
}

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

/** The meanings of parameters by name, whatever their schema says; without them hardly any request gets far. */
const byName: Readonly<Record<string, (chance: Chance, things: Things) => string>> = {
  type: ({ pick }) => pick(["direct", "channel", "private", "stream"]),
  to: ({ pick, percent }, { users, channels, channelNames }) =>
    percent(50) ? `[${pick(users)},${pick(users)}]` : percent(50) ? `${pick(channels)}` : pick(channelNames),
  topic: ({ pick }) => pick(["lunch", "plans", "", "x".repeat(60)]),
  content: ({ pick }) =>
    pick(["hello", "@**all** hello", "/poll Lunch?\nsoup", "$$x^2$$", "```py\nx = 1\n```"]),
  queue_id: ({ pick }, { queues }) => pick(queues.length > 0 ? queues : ["none"]),
  last_event_id: ({ pick }) => pick(["-1", "0", "40960"]),
  dont_block: () => "true",
  narrow: ({ pick }, { users }) =>
    JSON.stringify([
      pick<object>([
        { operator: "search", operand: "hello" },
        { operator: "dm", operand: [pick(users)] },
        { operator: "is", operand: pick(["starred", "unread", "mentioned", "followed", "resolved"]) },
        { operator: "has", operand: pick(["link", "image", "reaction", "attachment"]) },
        { operator: "near", operand: 1, negated: true },
      ]),
    ]),
  anchor: ({ pick }) => pick(["newest", "oldest", "first_unread", "1", "10000000000000000"]),
  num_before: ({ pick }) => pick(["0", "1", "100", "5000"]),
  num_after: ({ pick }) => pick(["0", "1", "100", "5000"]),
  messages: ({ pick }, { messages }) => `[${pick(messages)},${pick(messages)}]`,
  subscriptions: ({ pick }, { channelNames }) => JSON.stringify([{ name: pick(channelNames) }]),
  principals: ({ pick }, { users }) => `[${pick(users)}]`,
  emoji_name: ({ pick }) => pick(["tada", "heart", "none"]),
  flag: ({ pick }) => pick(["read", "starred", "collapsed", "mentioned"]),
  op: ({ pick }) => pick(["add", "remove", "start", "stop"]),
  role: ({ pick }) => pick(["100", "200", "300", "400", "600"]),
  email: ({ pick }) => pick(["a@example.com", "owner@example.com", "a@b.c"]),
  domain: ({ pick }) => pick(["example.com", "mail.example.com"]),
  property: ({ pick }) => pick(["is_muted", "pin_to_top", "color", "push_notifications"]),
  value: ({ pick }) => pick(["true", "false", "#ff0000"]),
  fragment: ({ pick }) => pick(["inbox", "recent", "narrow/is/resolved"]),
  onboarding_step: () => "intro_inbox_view_modal",
  storage: () => '{"a":"b"}',
  reaction_type: ({ pick }) => pick(["unicode_emoji", "realm_emoji"]),
  scheduled_delivery_timestamp: () => "4000000000",
};

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

const mutated = (text: string, { pick, between }: Chance): string => {
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
  const known = byName[name] ?? (name.endsWith("_id") && percent(70) ? anyId : undefined);
  const text = naming
    ? naming.write(pick<string | number>(named[naming.kind] ?? [1, 2, 3]))
    : known && percent(80)
      ? known(chance, things)
      : written(ofSchema(type.schema, chance, things));
  return percent(8) ? mutated(text, chance) : text;
};

export const nastyText = ({ pick }: Chance): string => pick(nasty);
