import type { Bytes } from "../ports/file-store";

/** How much of an upload is lost, at most, where a process dies in the middle of it. */
const partBytes = 32 * 1024 * 1024;

/** The same content as a row of contents, each to be read to its end before the next one is asked for. */
export async function* inParts(content: Bytes, most = partBytes): AsyncGenerator<Bytes> {
  const source = content[Symbol.asyncIterator]();
  let rest: Uint8Array | undefined;
  let isOver = false;

  const next = async (): Promise<Uint8Array | undefined> => {
    const piece = await source.next();
    isOver = piece.done === true;
    return isOver ? undefined : piece.value;
  };

  async function* part(): AsyncGenerator<Uint8Array> {
    let room = most;
    while (room > 0 && rest !== undefined) {
      const piece: Uint8Array = rest.subarray(0, room);
      room -= piece.length;
      rest = piece.length < rest.length ? rest.subarray(piece.length) : undefined;
      yield piece;
      rest ??= await next();
    }
  }

  for (rest = await next(); !isOver; ) yield part();
}
