import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import { isTooDeep } from "../../../domain/codec/json-depth";
import { jsonProblem } from "../../../domain/codec/json-problem";
import * as wholeNumbers from "../../../domain/codec/whole-number";
import type { Naming } from "./named-things";
import { type Schema, schemaOf } from "./schema";
import * as numbers from "./whole-numbers";

/** Facts about a wire type's text. */
interface Form {
  readonly schema: Schema;
  /** Whether the text is JSON, which OpenAPI describes differently. */
  readonly isJson: boolean;
  /** In UTF-16 units. Longer texts are refused without decoding. */
  readonly longest: number;
  /** Things the value may name that may be hidden from the caller. */
  readonly names?: readonly Naming[];
}

const nameIn = (context: t.Context): string => context[context.length - 1]?.key ?? "";

/**
 * A decoder of values that requests write as text, either plain or JSON, and what is known about that text. Its errors have
 * messages for the caller, which name the parameter: the key of its context.
 */
export class WireType<A> implements t.Decoder<string, A>, Form {
  readonly name = "text of a request";
  readonly schema: Schema;
  readonly isJson: boolean;
  readonly longest: number;
  readonly names: readonly Naming[];

  constructor(
    form: Form,
    readonly validate: t.Validate<string, A>,
  ) {
    this.schema = form.schema;
    this.isJson = form.isJson;
    this.longest = form.longest;
    this.names = form.names ?? [];
  }

  decode(text: string): t.Validation<A> {
    return this.validate(text, [{ key: "value", type: this, actual: text }]);
  }
}

/** Decodes the parameter's text; fails with a message for the caller. */
export const decodeText = <A>(type: WireType<A>, text: string, name: string): E.Either<string, A> =>
  pipe(
    type.validate(text, [{ key: name, type, actual: text }]),
    E.mapLeft(([first]) => first?.message ?? `Invalid ${name}`),
  );

type Read<A, B> = (value: A, name: string) => E.Either<string, B>;

const answer = <A>(result: E.Either<string, A>, text: string, context: t.Context): t.Validation<A> =>
  pipe(
    result,
    E.orElse((message) => t.failure(text, context, message)),
  );

/** A wire type that reads text. `read` gets the parameter's name, and fails with a message for the caller. */
export const wireType = <A>(form: Form, read: Read<string, A>): WireType<A> =>
  new WireType(form, (text, context) => answer(read(text, nameIn(context)), text, context));

/** A type with another description of its text. */
export const withForm = <A>(type: WireType<A>, form: Partial<Form>): WireType<A> =>
  new WireType({ ...type, ...form }, type.validate);

/** Adds a decoding step to a type. */
export const refined = <A, B>(
  type: WireType<A>,
  further: Read<A, B>,
  form: Partial<Form> = {},
): WireType<B> =>
  new WireType({ ...type, ...form }, (text, context) => {
    const decoded = type.validate(text, context);
    return pipe(
      decoded,
      E.chain((value) => answer(further(value, nameIn(context)), text, context)),
    );
  });

/** Converts a type's decoded value. */
export const mapped = <A, B>(type: WireType<A>, to: (value: A) => B): WireType<B> =>
  refined(type, (value) => E.right(to(value)));

/** A type that also accepts keywords, each of which stands for a value. */
export const orKeyword = <A, B>(type: WireType<A>, keywords: Readonly<Record<string, B>>): WireType<A | B> =>
  new WireType<A | B>(type, (text, context) =>
    // `keywords` has this key, so its value isn't undefined.
    Object.hasOwn(keywords, text) ? t.success(keywords[text] as B) : type.validate(text, context),
  );

const wellFormed: Read<string, string> = (text, name) =>
  text.includes("\0") ? E.left(`${name} must not contain null bytes`) : E.right(text.toWellFormed());

/** Length limits of texts by their kind, in UTF-16 units. */
const longest = {
  /** Names, addresses and descriptions without a limit of their own. */
  text: 10_000,
  /** Texts that their use case cuts to length, such as messages. */
  content: 200_000,
  /** Lists of ids, settings by name. */
  json: 200_000,
  /** Booleans and single words. */
  word: 100,
  /** Numbers, including ones that are too large. */
  number: 1000,
};

/** Plain text. */
export const text = wireType(
  { schema: { type: "string", maxLength: longest.text }, isJson: false, longest: longest.text },
  wellFormed,
);

/** Text of at most `limit` code points. */
export const textUpTo = (limit: number): WireType<string> =>
  wireType(
    {
      schema: { type: "string", maxLength: limit },
      isJson: false,
      // Lets texts of up to twice the limit in code points, of two units each, reach this type's own message.
      longest: Math.max(limit * 4, longest.word),
    },
    (value, name) =>
      [...value].length > limit
        ? E.left(`${name} is too long (limit: ${limit} characters)`)
        : wellFormed(value, name),
  );

/** A code of a second factor, with any spaces and dashes. */
export const factorCode = textUpTo(40);

/** Text that may contain null bytes, for use cases that refuse them with their own message. */
export const rawText = wireType(
  { schema: { type: "string" }, isJson: false, longest: longest.content },
  (value) => E.right(value.toWellFormed()),
);

/** A type with another length limit. */
export const upTo = <A>(length: number, type: WireType<A>): WireType<A> => {
  const { schema } = type;
  return withForm(type, {
    longest: length,
    schema: schema.maxLength === undefined ? schema : { ...schema, maxLength: length },
  });
};

/** One of the choices. */
export const oneOf = <Choice extends string>(...choices: readonly Choice[]): WireType<Choice> =>
  wireType(
    { schema: { type: "string", enum: choices }, isJson: false, longest: longest.word },
    (value, name) => {
      const choice = choices.find((known) => known === value);
      return choice === undefined ? E.left(`Invalid ${name}`) : E.right(choice);
    },
  );

/** Replaces lone surrogates, which cannot be stored or sent. `JSON.stringify` escapes only those. */
const withoutLoneSurrogates = (parsed: unknown): unknown =>
  JSON.parse(
    JSON.stringify(parsed).replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/gi, (sequence, half?: string) =>
      half === undefined ? sequence : "\ufffd",
    ),
  );

/** A JSON document, checked by an io-ts type. */
export const json = <A>(type: t.Type<A, unknown, unknown>): WireType<A> => jsonDocument(type, false);

/** Like `json`, but texts may contain null bytes, for use cases that refuse them with their own message. */
export const rawJson = <A>(type: t.Type<A, unknown, unknown>): WireType<A> => jsonDocument(type, true);

const jsonDocument = <A>(type: t.Type<A, unknown, unknown>, allowsNullBytes: boolean): WireType<A> =>
  wireType({ schema: schemaOf(type), isJson: true, longest: longest.json }, (value, name) => {
    if (isTooDeep(value)) return E.left(`${name} is not valid JSON`);
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      return E.left(`${name} is not valid JSON`);
    }
    if (!allowsNullBytes && value.includes("\\u0000") && JSON.stringify(parsed).includes("\\u0000"))
      return E.left(`${name} must not contain null bytes`);
    const decoded = type.decode(/\\ud[89a-f]/i.test(value) ? withoutLoneSurrogates(parsed) : parsed);
    return pipe(
      decoded,
      E.mapLeft((errors) => jsonProblem(errors, name)),
    );
  });

const scalar = <A>(type: t.Type<A, unknown, unknown>): WireType<A> =>
  withForm(json(type), { isJson: false, longest: longest.number });
/** Whole numbers in plain digits, without a sign or an exponent, and small enough to be safe. */
const plainDigits = /^(?:0|[1-9]\d{0,14})$/;
const general = scalar(numbers.integer);
/** A safe integer. Each poll has one, so plain ones skip the JSON parser. */
export const int = new WireType<number>(general, (text, context) =>
  plainDigits.test(text) ? t.success(Number(text)) : general.validate(text, context),
);
/** A safe integer from 0. */
export const nat = scalar(numbers.natural);
/** A number of things, within 32 bits. */
export const count = scalar(wholeNumbers.count);
/** A time in Unix seconds. */
export const unixSeconds = scalar(wholeNumbers.unixSeconds);

/** `true` or `false` in any case: JSON writes them in lower case, Python capitalizes them. */
export const bool = wireType(
  { schema: { type: "boolean" }, isJson: false, longest: longest.word },
  (value, name) =>
    /^(true|false)$/i.test(value)
      ? E.right(value.toLowerCase() === "true")
      : E.left(`${name} is not a boolean`),
);

/** Decodes as the first type or else as the second. */
export const either = <A, B>(first: WireType<A>, second: WireType<B>): WireType<A | B> =>
  new WireType<A | B>(
    {
      schema: { oneOf: [first.schema, second.schema] },
      isJson: first.isJson || second.isJson,
      longest: Math.max(first.longest, second.longest),
    },
    (text, context) =>
      pipe(
        first.validate(text, context),
        E.orElse<t.Errors, A | B, t.Errors>(() => second.validate(text, context)),
      ),
  );
