/** Slices of long answers in one turn of the event loop, however many are being written: a few milliseconds of work. */
const slicesPerTurn = 4;

/** Answers that wait to encode their next slice, the next one first. */
const waiting: (() => void)[] = [];

const goOn = (): void => {
  for (const next of waiting.splice(0, slicesPerTurn)) next();
  if (waiting.length > 0) setImmediate(goOn);
};

/** Resolves when others have been served and it is this answer's turn to encode a slice. */
export const turnAtSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
