/** The most characters of each part of an error that are logged. */
const longest = 2000;

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The loggable part of an error. Omits PostgreSQL's detail, because it repeats values of rows, which may hold users' texts. */
export const briefError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: shortened(String(error)) };
  const [, ...frames] = (error.stack ?? "").split("\n    at ");
  return {
    type: error.name,
    message: shortened(error.message),
    ...("code" in error && error.code !== undefined && { code: shortened(String(error.code)) }),
    stack: shortened(frames.slice(0, 12).join("\n")),
  };
};
