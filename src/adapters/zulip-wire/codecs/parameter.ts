import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type MalformedRequest, malformedRequest } from "../malformed-request";
import { decodeText, type WireType } from "./wire-type";

/** A parameter of an endpoint: its wire type, and its value when absent. */
export interface Parameter<A> {
  readonly type: WireType<unknown>;
  /** Older names that are still accepted. */
  readonly aliases: readonly string[];
  readonly isRequired: boolean;
  readonly whenAbsent: A | undefined;
}

/** The parameters of an endpoint by their wire names. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
/** The decoded values of parameters. */
export type Decoded<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer A> ? A : never;
};

/** A parameter that must be present under its name or an alias. */
export const required = <A>(type: WireType<A>, ...aliases: readonly string[]): Parameter<A> => ({
  type,
  aliases,
  isRequired: true,
  whenAbsent: undefined,
});

/** A parameter that is undefined when absent. */
export const optional = <A>(type: WireType<A>, ...aliases: readonly string[]): Parameter<A | undefined> => ({
  type,
  aliases,
  isRequired: false,
  whenAbsent: undefined,
});

/** A parameter that has a default value when absent. */
export const withDefault = <A>(
  type: WireType<A>,
  whenAbsent: A,
  ...aliases: readonly string[]
): Parameter<A> => ({
  type,
  aliases,
  whenAbsent,
  isRequired: false,
});

/** A parameter that is missing, or whose value can't be read. No use case knows it. API §7. */
export interface ParameterRefusal {
  readonly code: "REQUEST_VARIABLE_MISSING" | "REQUEST_VARIABLE_INVALID";
  readonly message: string;
  readonly variable: string;
}

/** Refuses a request without a parameter that it needs. */
export const missingParameter = (variable: string): ParameterRefusal => ({
  code: "REQUEST_VARIABLE_MISSING",
  message: `Missing '${variable}' argument`,
  variable,
});

/** The parameters of a request by name. If a name occurs twice, the last value wins. */
export type RawParameters = ReadonlyMap<string, string>;

interface PreparedParameter {
  readonly name: string;
  /** The name, then older ones. */
  readonly names: readonly string[];
  readonly parameter: Parameter<unknown>;
}

/** A declaration prepared for decoding, cached per declaration. */
interface Prepared {
  readonly all: readonly PreparedParameter[];
  readonly known: ReadonlySet<string>;
}

const prepared = new WeakMap<Parameters, Prepared>();

const prepare = (parameters: Parameters): Prepared => {
  const cached = prepared.get(parameters);
  if (cached) return cached;
  const all = Object.entries(parameters).map(([name, parameter]) => ({
    name,
    names: [name, ...parameter.aliases],
    parameter,
  }));
  const computed = { all, known: new Set(all.flatMap(({ names }) => names)) };
  prepared.set(parameters, computed);
  return computed;
};

type Refusal = MalformedRequest | ParameterRefusal;

/** Decodes the declared parameters. Fails with the first missing or invalid one. API §4. */
export const decodeParameters = <P extends Parameters>(
  parameters: P,
  raw: RawParameters,
): E.Either<Refusal, Decoded<P>> => {
  const { all } = prepare(parameters);
  const values: Record<string, unknown> = {};
  let refusal: E.Left<Refusal> | undefined;
  // Every poll runs this: a closure for each parameter would cost more than decoding it.
  for (const one of all) {
    const decoded = decodeParameter(one, raw);
    if (E.isRight(decoded)) values[one.name] = decoded.right;
    else {
      refusal = decoded;
      break;
    }
  }
  // Each parameter was decoded by its own type.
  return refusal ?? E.right(values as Decoded<P>);
};

const invalid = (variable: string, message: string): ParameterRefusal => ({
  code: "REQUEST_VARIABLE_INVALID",
  message,
  variable,
});

const decodeParameter = (
  { name, names, parameter }: PreparedParameter,
  raw: RawParameters,
): E.Either<Refusal, unknown> => {
  let used: string | undefined;
  for (const one of names) {
    if (!raw.has(one)) continue;
    if (used !== undefined)
      return E.left(malformedRequest(`Can't decide between '${used}' and '${one}' arguments`));
    used = one;
  }
  if (used === undefined)
    return parameter.isRequired ? E.left(missingParameter(name)) : E.right(parameter.whenAbsent);
  return decodeNamed(parameter.type, used, raw.get(used) ?? "");
};

const decodeNamed = (
  type: WireType<unknown>,
  name: string,
  text: string,
): E.Either<ParameterRefusal, unknown> =>
  text.length > type.longest
    ? E.left(invalid(name, `${name} is too long (limit: ${type.longest} characters)`))
    : pipe(
        decodeText(type, text, name),
        E.mapLeft((message) => invalid(name, message)),
      );

const none: readonly string[] = [];

/** Names the endpoint does not declare, for `ignored_parameters_unsupported`. API §9, level 167. */
export const ignoredNames = (parameters: Parameters, raw: RawParameters): readonly string[] => {
  const { known } = prepare(parameters);
  let ignored: string[] | undefined;
  for (const name of raw.keys())
    if (!known.has(name)) {
      ignored ??= [];
      ignored.push(name);
    }
  return ignored?.sort() ?? none;
};
