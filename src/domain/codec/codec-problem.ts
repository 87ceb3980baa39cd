import type * as t from "io-ts";
import { isDict } from "./dict";

/** Describes the first problem for the server's operator: its path, the expected type and the value found. */
export const problemIn = ([error]: t.Errors): string => {
  const last = error?.context.at(-1);
  const path = error?.context.slice(1).map(({ key }) => key);
  return `${path?.join(".") || "value"}: expected ${last?.type.name}, found ${describe(last?.actual)}`;
};

const longestShown = 40;
const describe = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return isDict(value) ? "an object" : `${typeof value} ${JSON.stringify(value).slice(0, longestShown)}`;
};
