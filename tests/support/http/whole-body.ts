/** Reads an answer as plain bytes, whatever its type says. For supertest's `parse`. */
export const wholeBody = (response: unknown, done: (error: Error | null, body: Buffer) => void): void => {
  const pieces: Buffer[] = [];
  (response as NodeJS.ReadableStream)
    .on("data", (piece: Buffer) => pieces.push(piece))
    .on("end", () => done(null, Buffer.concat(pieces)));
};
