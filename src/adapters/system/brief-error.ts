/** The most characters of each part of an error that are logged. */
const longest = 2000;

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Knex writes `statement - reason`, whether PostgreSQL refused the statement or the driver lost its connection. */
const statement =
  /^\s*(with|select|insert|update|delete|begin|commit|rollback|savepoint|release|set|lock|listen|notify|create|alter|drop|explain|values)\b.* - /is;

/**
 * The loggable part of an error. Knex puts the whole statement before the message, and PostgreSQL's detail
 * repeats values of rows: both may hold what people wrote, and are omitted.
 */
export const briefError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: shortened(String(error)) };
  const { code, routine } = error as Error & { readonly code?: unknown; readonly routine?: unknown };
  const hasStatement = typeof routine === "string" || statement.test(error.message);
  const message = hasStatement ? (error.message.split(" - ").at(-1) ?? "") : error.message;
  const [, ...frames] = (error.stack ?? "").split("\n    at ");
  return {
    type: error.name,
    message: shortened(message),
    ...(code !== undefined && { code: shortened(String(code)) }),
    stack: shortened(frames.slice(0, 12).join("\n")),
  };
};
