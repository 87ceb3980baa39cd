/**
 * Waits for an answer, and rejects if none comes in time: a connection whose other end vanished stays silent.
 */
export const withTimeout = async <A>(what: string, milliseconds: number, answer: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};
