import { type Either, isLeft, left, right } from "fp-ts/Either";
import type * as t from "io-ts";
import type { Naming } from "./named";
import * as numbers from "./numbers";
import { type Schema, schemaOf } from "./schema";

/** How a parameter is written in a request. It is always text there: as it is, or as JSON in text. */
export interface WireType<A> {
  /** Fails with the message for the caller, in which `name` stands for the parameter. */
  decode(text: string, name: string): Either<string, A>;
  readonly schema: Schema;
  /** Whether the text is JSON: OpenAPI has another place for those. */
  readonly isJson: boolean;
  /** In UTF-16 units: longer texts are refused before they are decoded. */
  readonly longest: number;
  /** What the parameter names that its caller may not know of. */
  readonly names?: readonly Naming[];
}

const expectation = (type: t.Decoder<unknown, unknown>, value: unknown): string => {
  const tag = (type as { _tag?: string })._tag;
  if (type instanceof numbers.WholeNumber) {
    if (!Number.isSafeInteger(value)) return "is not an integer";
    return (value as number) < type.least ? "is too small" : "is too large";
  }
  if (tag === "StringType") return "is not a string";
  if (tag === "BooleanType") return "is not a boolean";
  if (tag === "ArrayType" || tag === "ReadonlyArrayType") return "is not a list";
  if (
    tag === "InterfaceType" ||
    tag === "PartialType" ||
    tag === "IntersectionType" ||
    tag === "AnyDictionaryType" ||
    tag === "DictionaryType"
  )
    return "is not a dict";
  return "";
};

/** io-ts's first error in the words of the API: `to[0] is not an integer`. */
const describe = (errors: t.Errors, name: string): string => {
  const [error] = errors;
  if (error === undefined) return `Invalid ${name}`;
  const path: string[] = [];
  let previous: t.ContextEntry | undefined;
  for (const entry of error.context) {
    const parent = (previous?.type as { _tag?: string } | undefined)?._tag;
    // Members of unions and intersections add no step to the path.
    const isStep = previous !== undefined && parent !== "UnionType" && parent !== "IntersectionType";
    if (isStep) path.push(/^\d+$/.test(entry.key) ? `[${entry.key}]` : `["${entry.key}"]`);
    if (parent === "UnionType") break;
    previous = entry;
  }
  const where = `${name}${path.join("")}`;
  const last = error.context.at(-1);
  const union = error.context.find(({ type }) => (type as { _tag?: string })._tag === "UnionType");
  if (union !== undefined && union.actual === undefined) return `${where} field is missing`;
  if (last === undefined || union) return `Invalid ${where}`;
  if (last.actual === undefined) return `${where} field is missing`;
  const problem = expectation(last.type, last.actual);
  return problem === "" ? `Invalid ${where}` : `${where} ${problem}`;
};

const wellFormed = (text: string, name: string): Either<string, string> =>
  text.includes("\0") ? left(`${name} must not contain null bytes`) : right(text.toWellFormed());

/** How long texts may be at most, by what they are. */
const longest = {
  /** A name, an address, a description: what has no limit of its own. */
  text: 10_000,
  /** What is cut to its length by its use case, as messages are. */
  content: 200_000,
  /** Lists of ids, settings by name. */
  json: 200_000,
  /** Truth values and words of a few. */
  word: 100,
  /** Digits, of numbers also that are too large. */
  number: 1000,
};

/** Text as it is. */
export const text: WireType<string> = {
  decode: wellFormed,
  schema: { type: "string", maxLength: longest.text },
  isJson: false,
  longest: longest.text,
};

/** Text of at most so many code points. */
export const textUpTo = (limit: number): WireType<string> => ({
  ...text,
  // Code points beyond the first plane are two units each. As much again, so that what is a little too long hears of
  // this type's own limit.
  longest: Math.max(limit * 4, longest.word),
  decode: (value, name) =>
    [...value].length > limit
      ? left(`${name} is too long (limit: ${limit} characters)`)
      : wellFormed(value, name),
  schema: { type: "string", maxLength: limit },
});

/** A code of a second factor, however it is typed. */
export const factorCode = textUpTo(40);

/** Text that may hold null bytes: its use case has its own words for them. */
export const rawText: WireType<string> = {
  ...text,
  longest: longest.content,
  schema: { type: "string" },
  decode: (value) => right(value.toWellFormed()),
};

/** The same type for texts of another length. */
export const upTo = <A>(length: number, type: WireType<A>): WireType<A> => ({
  ...type,
  longest: length,
  ...(type.schema.maxLength !== undefined && { schema: { ...type.schema, maxLength: length } }),
});

/** One of a few words. */
export const oneOf = <Word extends string>(...words: readonly Word[]): WireType<Word> => ({
  decode: (value, name) => {
    const word = words.find((one) => one === value);
    return word === undefined ? left(`Invalid ${name}`) : right(word);
  },
  schema: { type: "string", enum: words },
  isJson: false,
  longest: longest.word,
});

/** Half a surrogate pair is no character: it can be neither sent on nor stored. JSON leaves only those escaped. */
const withoutLoneSurrogates = (parsed: unknown): unknown =>
  JSON.parse(
    JSON.stringify(parsed).replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/gi, (sequence, half?: string) =>
      half === undefined ? sequence : "\ufffd",
    ),
  );

/** A JSON document of a shape that io-ts checks. */
export const json = <A>(type: t.Type<A, unknown, unknown>): WireType<A> => jsonDocument(type, false);

/** The same, with texts that may hold null bytes: its use case has its own words for them. */
export const rawJson = <A>(type: t.Type<A, unknown, unknown>): WireType<A> => jsonDocument(type, true);

const jsonDocument = <A>(type: t.Type<A, unknown, unknown>, allowsNullBytes: boolean): WireType<A> => ({
  decode: (value, name) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      return left(`${name} is not valid JSON`);
    }
    if (!allowsNullBytes && value.includes("\\u0000") && JSON.stringify(parsed).includes("\\u0000"))
      return left(`${name} must not contain null bytes`);
    const decoded = type.decode(/\\ud[89a-f]/i.test(value) ? withoutLoneSurrogates(parsed) : parsed);
    return isLeft(decoded) ? left(describe(decoded.left, name)) : decoded;
  },
  schema: schemaOf(type),
  isJson: true,
  longest: longest.json,
});

const scalar = <A>(type: t.Type<A, unknown, unknown>): WireType<A> => ({
  ...json(type),
  isJson: false,
  longest: longest.number,
});
/** A whole number in decimal. */
export const int = scalar(numbers.integer);
/** The same, not negative. */
export const nat = scalar(numbers.natural);
/** How many there are of something. */
export const count = scalar(numbers.count);
/** A time in Unix seconds. */
export const unixSeconds = scalar(numbers.unixSeconds);

/** `true` and `false`, as JSON has them and as Python's `str` writes them. */
export const bool: WireType<boolean> = {
  decode: (value, name) =>
    /^(true|false)$/i.test(value) ? right(value.toLowerCase() === "true") : left(`${name} is not a boolean`),
  schema: { type: "boolean" },
  isJson: false,
  longest: longest.word,
};

/** Tries one way to read the text, then another. */
export const either = <A, B>(first: WireType<A>, second: WireType<B>): WireType<A | B> => ({
  decode: (value, name): Either<string, A | B> => {
    const decoded = first.decode(value, name);
    return isLeft(decoded) ? second.decode(value, name) : decoded;
  },
  schema: { oneOf: [first.schema, second.schema] },
  isJson: first.isJson || second.isJson,
  longest: Math.max(first.longest, second.longest),
});
