/** How many long answers may continue in one turn of the event loop: a few milliseconds of work. */
const answersPerTurn = 2;

/** Answers that wait to encode their next slices, the next one first. */
const waiting: (() => void)[] = [];

const goOn = (): void => {
  for (const next of waiting.splice(0, answersPerTurn)) next();
  if (waiting.length > 0) setImmediate(goOn);
};

/** Resolves when others have been served and it is this answer's turn to encode some slices. */
export const turnAtSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
