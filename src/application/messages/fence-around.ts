/** Longer than any run of backticks inside, so that the text can't end the block that it is shown in. */
export const fenceAround = (text: string): string =>
  "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
