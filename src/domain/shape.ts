/**
 * What is wrong with a value that came as JSON, in the words that clients get; undefined for nothing. `name` is where
 * the value was.
 */
export type Shape = (value: unknown, name: string) => string | undefined;

/** Whether it is an object of JSON, and no list. */
export const isDict = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const aString: Shape = (value, name) =>
  typeof value === "string" ? undefined : `${name} is not a string`;

export const aBoolean: Shape = (value, name) =>
  typeof value === "boolean" ? undefined : `${name} is not a boolean`;

const anInteger: Shape = (value, name) =>
  Number.isSafeInteger(value) ? undefined : `${name} is not an integer`;

export const oneOfIntegers =
  (...allowed: readonly number[]): Shape =>
  (value, name) =>
    anInteger(value, name) ?? (allowed.includes(value as number) ? undefined : `Invalid ${name}`);

export const integerBetween =
  (low: number, high: number): Shape =>
  (value, name) => {
    const problem = anInteger(value, name);
    if (problem !== undefined) return problem;
    if ((value as number) < low) return `${name} is too small`;
    return (value as number) > high ? `${name} is too large` : undefined;
  };

/** A list whose items all have the shape. */
export const listOf =
  (item: Shape): Shape =>
  (value, name) => {
    if (!Array.isArray(value)) return `${name} is not a list`;
    for (const [index, one] of value.entries()) {
      const problem = item(one, `${name}[${index}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

/** A dictionary with these keys at least. */
export const dictWith =
  (keys: Readonly<Record<string, Shape>>): Shape =>
  (value, name) => {
    if (!isDict(value)) return `${name} is not a dict`;
    for (const [key, shape] of Object.entries(keys)) {
      if (!Object.hasOwn(value, key)) return `${key} key is missing from ${name}`;
      const problem = shape(value[key], `${name}["${key}"]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

/** A dictionary with these keys and no others. */
export const dictOf =
  (keys: Readonly<Record<string, Shape>>): Shape =>
  (value, name) => {
    const problem = dictWith(keys)(value, name);
    if (problem !== undefined || !isDict(value)) return problem;
    const others = Object.keys(value).filter((key) => !Object.hasOwn(keys, key));
    return others.length > 0 ? `Unexpected arguments: ${others.join(", ")}` : undefined;
  };
