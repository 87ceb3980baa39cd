import { bytesIn } from "../../../domain/units/size";
import type { Bytes } from "../../ports/files/file-store";

/** The most of an upload that is lost when its process dies. */
const partBytes = 32 * bytesIn.mebibyte;

/**
 * Splits content into a sequence of contents, each to be read to its end before the next one is requested.
 */
export async function* splitContent(content: Bytes, most = partBytes): AsyncGenerator<Bytes> {
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
