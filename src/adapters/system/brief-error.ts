/** The most of an error's text that goes into the log, in characters, of each part. */
const longest = 2000;

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/**
 * What the log keeps of an error. Knex puts the whole statement before the message of what went wrong, and
 * PostgreSQL's detail repeats values of rows: both may be what people wrote, and are left out.
 */
export const briefError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: shortened(String(error)) };
  const { code, routine } = error as Error & { readonly code?: unknown; readonly routine?: unknown };
  const isOfDatabase = typeof routine === "string";
  const message = isOfDatabase ? (error.message.split(" - ").at(-1) ?? "") : error.message;
  const [, ...frames] = (error.stack ?? "").split("\n    at ");
  return {
    type: error.name,
    message: shortened(message),
    ...(code !== undefined && { code: shortened(String(code)) }),
    stack: shortened(frames.slice(0, 12).join("\n")),
  };
};
