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

/** Decodes the declared parameters. Fails with the first missing or invalid one. API §4. */
export const decodeParameters = <P extends Parameters>(
  parameters: P,
  raw: RawParameters,
): E.Either<MalformedRequest | ParameterRefusal, Decoded<P>> => {
  const { all } = prepare(parameters);
  return pipe(
    all,
    E.traverseArray((one) => decodeParameter(one, raw)),
    // Each parameter was decoded by its own type.
    E.map((values) => byName(all, values) as Decoded<P>),
  );
};

const byName = (
  all: readonly PreparedParameter[],
  values: readonly unknown[],
): Readonly<Record<string, unknown>> => {
  const named: Record<string, unknown> = {};
  for (const [index, { name }] of all.entries()) named[name] = values[index];
  return named;
};

const invalid = (variable: string, message: string): ParameterRefusal => ({
  code: "REQUEST_VARIABLE_INVALID",
  message,
  variable,
});

const decodeParameter = (
  { name, names, parameter }: PreparedParameter,
  raw: RawParameters,
): E.Either<MalformedRequest | ParameterRefusal, unknown> => {
  const used = names.find((one) => raw.has(one));
  const another = names.length > 1 ? names.find((one) => one !== used && raw.has(one)) : undefined;
  if (another !== undefined)
    return E.left(malformedRequest(`Can't decide between '${used}' and '${another}' arguments`));
  if (used === undefined)
    return parameter.isRequired ? E.left(missingParameter(name)) : E.right(parameter.whenAbsent);
  const text = raw.get(used) ?? "";
  const { longest } = parameter.type;
  if (text.length > longest)
    return E.left(invalid(used, `${used} is too long (limit: ${longest} characters)`));
  return pipe(
    decodeText(parameter.type, text, used),
    E.mapLeft((message) => invalid(used, message)),
  );
};

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
