/** A code fence longer than any run of backticks in the text, so that the text can't close it. */
const fenceAround = (text: string): string =>
  "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

/** A fenced Markdown block that is safe for any text. `kind` follows the opening fence. */
export const fencedBlock = (kind: string, text: string): string => {
  const fence = fenceAround(text);
  return `${fence}${kind}\n${text}\n${fence}`;
};

/** Cuts the text after `limit` code points and adds an ellipsis. */
export const shortened = (text: string, limit: number): string => {
  const points = [...text];
  return points.length > limit ? `${points.slice(0, limit).join("")}…` : text;
};
