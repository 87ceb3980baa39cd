/** The work's result; undefined if its failure means that there is nothing. */
export const undefinedIfMissing =
  (isAbsence: (error: unknown) => boolean) =>
  async <A>(work: Promise<A>): Promise<A | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  };
