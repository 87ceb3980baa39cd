import * as t from "io-ts";

const expectations = [
  { types: [t.StringType], expectation: "is not a string" },
  { types: [t.BooleanType], expectation: "is not a boolean" },
  { types: [t.ArrayType, t.ReadonlyArrayType], expectation: "is not a list" },
  {
    types: [t.InterfaceType, t.PartialType, t.IntersectionType, t.AnyDictionaryType, t.DictionaryType],
    expectation: "is not a dict",
  },
] as const;

const expectationOf = (type: unknown): string | undefined =>
  expectations.find(({ types }) => types.some((one) => type instanceof one))?.expectation;

/** Says that the value has no field of this name. */
export type Missing = (where: string, holder: string, key: string) => string;

const fieldMissing: Missing = (where) => `${where} field is missing`;

/**
 * Describes the first problem of a JSON value for the client that sent it: `to[0] is not an integer`. `name` is the value's
 * name. A codec's own message completes the place of the value: `is too large`.
 */
export const jsonProblem = ([error]: t.Errors, name: string, missing: Missing = fieldMissing): string => {
  const last = error?.context.at(-1);
  if (error === undefined || last === undefined) return `Invalid ${name}`;
  let holder = name;
  let where = name;
  let union: t.ContextEntry | undefined;
  let previous: t.ContextEntry | undefined;
  for (const entry of error.context) {
    // Members of unions and intersections add no step to the path.
    const isStep = previous !== undefined && !(previous.type instanceof t.IntersectionType);
    if (isStep) {
      holder = where;
      where += /^\d+$/.test(entry.key) ? `[${entry.key}]` : `["${entry.key}"]`;
    }
    previous = entry;
    if (entry.type instanceof t.UnionType) {
      union = entry;
      break;
    }
  }
  if ((union ?? last).actual === undefined) return missing(where, holder, (union ?? last).key);
  const problem = union === undefined ? (error.message ?? expectationOf(last.type)) : undefined;
  return problem === undefined ? `Invalid ${where}` : `${where} ${problem}`;
};
