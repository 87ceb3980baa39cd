/** What a look at one thing came to. */
export interface Finding {
  readonly subject: string;
  readonly outcome: "fine" | "doubtful" | "broken" | "skipped";
  /** In plain words: what is so, and for what isn't fine what to do about it. */
  readonly words: string;
}

const finding =
  (outcome: Finding["outcome"]) =>
  (subject: string, words: string): Finding => ({ subject, outcome, words });

export const fine = finding("fine");
export const doubtful = finding("doubtful");
export const broken = finding("broken");
export const skipped = finding("skipped");

/** What an error says, on one line. */
export const reasonOf = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).split("\n")[0] ?? "";
};

/** The work, or an error when it takes too long. */
export const within = async <A>(milliseconds: number, work: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
