/** Reads an answer as the bytes that it is, whatever its type says. For `parse` of supertest. */
export const wholeBody = (response: unknown, done: (error: Error | null, body: Buffer) => void): void => {
  const pieces: Buffer[] = [];
  (response as NodeJS.ReadableStream)
    .on("data", (piece: Buffer) => pieces.push(piece))
    .on("end", () => done(null, Buffer.concat(pieces)));
};
