import { setImmediate as nextTurn } from "node:timers/promises";
import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import { DeferredAnswer } from "../../../src/adapters/http/reply/deferred-answer";
import { decodeParameters, type Parameters } from "../../../src/adapters/zulip-wire/codecs/parameter";
import { chanceOf } from "../fuzz/chance";

// biome-ignore lint/suspicious/noExplicitAny: it stands for values of all types
type Anything = any;

/** A success, a function that returns one, a list of one, or whatever else the code that gets it expects. */
const anything: Anything = new Proxy(() => undefined, {
  apply: () => anything,
  get: (_target, key) => {
    if (key === "then") return undefined;
    if (key === "_tag") return "Right";
    if (key === Symbol.toPrimitive) return () => "https://chat.example.com";
    if (key === Symbol.iterator) return [1][Symbol.iterator].bind([1]);
    if (key === "map" || key === "flatMap")
      return (each: (one: unknown) => unknown) => {
        each(anything);
        return [];
      };
    return anything;
  },
});

const usual = ["true", "false", "1", "[]", "{}", "add", "remove", "start", "stop", "date"];
/** Enough for what is read only if several parameters have certain values. */
const mostTries = 2000;

/** Values of a parameter that code may treat differently. */
const valuesOf = (name: string, { type }: Parameters[string]): readonly unknown[] => {
  const named = [...JSON.stringify(type.schema).matchAll(/"(?:enum|const)":(\[[^\]]*\]|"[^"]*")/g)]
    .flatMap(([, json]) => JSON.parse(json ?? "[]"))
    .map(String);
  const texts = [...new Set([...named, ...named.map((one) => JSON.stringify(one)), ...usual])];
  const parameters = { [name]: { type, aliases: [], isRequired: true, whenAbsent: undefined } };
  const decoded = texts.flatMap((text) => {
    const given = decodeParameters(parameters, new Map([[name, text]]));
    return given._tag === "Right" ? [given.right[name]] : [];
  });
  return [anything, undefined, ...decoded];
};

/** The context of a request that has none of what it may have. */
const bareContext: object = new Proxy(
  {},
  { get: (_target, key) => (key === "caller" ? anything : undefined) },
);

/** Doesn't count reading for a copy, such as `{ id, ...rest }`: nobody would see what is read from the copy. */
const recording = (values: Readonly<Record<string, unknown>>, onRead: (name: string) => void) => {
  let copied: string | symbol | undefined;
  return new Proxy(values, {
    // A copy asks for a property's descriptor right before its value.
    getOwnPropertyDescriptor: (target, name) => {
      copied = name;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    get: (target, name) => {
      if (typeof name === "string" && name !== copied) onRead(name);
      copied = undefined;
      return Reflect.get(target, name);
    },
  });
};

/** Runs the endpoint on stand-ins for everything. What it does fails sooner or later; what it has read counts. */
const runOn = async ({ run }: AnyEndpoint, context: unknown, given: object): Promise<void> => {
  try {
    const running = (run as Anything)(anything, context, given);
    if (running instanceof DeferredAnswer) running.begin(() => undefined);
    else await Promise.race([running(), nextTurn()]);
  } catch {
    // Stand-ins have no right values.
  }
};

/** Names of the declared parameters that no run of the endpoint reads. Copying them isn't reading. */
export const unreadParameters = async (declared: AnyEndpoint): Promise<readonly string[]> => {
  const parameters: Parameters = { ...declared.path, ...declared.params };
  const unread = new Set(Object.keys(parameters));
  const values = Object.entries(parameters).map(
    ([name, parameter]) => [name, valuesOf(name, parameter)] as const,
  );
  const attempt = (choose: (some: readonly unknown[]) => unknown, context: unknown): Promise<void> => {
    const given = Object.fromEntries(values.map(([name, some]) => [name, choose(some)]));
    return runOn(
      declared,
      context,
      recording(given, (name) => unread.delete(name)),
    );
  };
  await attempt(([first]) => first, anything);
  const { between } = chanceOf(1);
  for (let tries = 0; unread.size > 0 && tries < mostTries; tries += 1)
    await attempt((some) => some[between(0, some.length - 1)], tries % 2 === 0 ? anything : bareContext);
  return [...unread];
};
