/** A JSON object. */
export type Dict = Readonly<Record<string, unknown>>;

/** Whether the value is a JSON object and not an array. */
export const isDict = (value: unknown): value is Dict =>
  typeof value === "object" && value !== null && !Array.isArray(value);
