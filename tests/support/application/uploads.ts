import { addAttachment } from "../../../src/application/uploads/add-attachment";
import { receiveFile } from "../../../src/application/uploads/receive-file";
import { streamOf } from "../../../src/application/uploads/shared/stored-files";
import type { Attachment } from "../../../src/domain/files/attachment";
import type { Person } from "./memory-realm";

/** Content as it arrives. */
export const arriving = (content: string | Uint8Array): AsyncGenerator<Uint8Array> =>
  streamOf(Buffer.from(content));

/** All of some content, as text. */
export const textOf = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

/** Somebody's new file. */
export const uploadBy = async (
  who: Person,
  content: string | Uint8Array = "12345",
  name = "a.txt",
): Promise<Attachment> =>
  who.does(addAttachment, await who.does(receiveFile, { name, content: arriving(content) }));

/** Keys of all files in a store. */
export const keysIn = async (files: {
  list(prefix: string): AsyncIterable<{ readonly key: string }>;
}): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const { key } of files.list("")) keys.push(key);
  return keys;
};
