import * as t from "io-ts";
import { valueOfJson } from "../../../domain/codec/json-text";
import type { Attachment } from "../../../domain/files/attachment";
import { partKey, partsInfoKey, partsPrefix } from "../../../domain/files/file-key";
import { type UserId, userIdCodec } from "../../../domain/ids";
import type { FileStore, StoredFile } from "../../ports/files/file-store";
import { wholeOf } from "./intake";
import { streamOf } from "./stored-files";

const infoCodec = t.intersection([
  t.type({ name: t.string, ownerId: userIdCodec, size: t.number }),
  t.partial({ metadata: t.string }),
]);

/** A resumable upload and its progress. */
export interface ResumableUpload {
  readonly path: string;
  readonly name: string;
  readonly ownerId: UserId;
  /** Its declared size in bytes. */
  readonly size: number;
  /** Bytes received. */
  readonly offset: number;
  /** Pieces that they are stored in. */
  readonly parts: number;
  /** The client's metadata in the protocol's encoding, until it is complete. */
  readonly metadata?: string | undefined;
  /** The resulting attachment, once it is complete. */
  readonly attachment: Attachment | undefined;
}

type UploadInfo = t.TypeOf<typeof infoCodec>;

/** Stores what the client declared about an upload. */
export const putInfo = (files: FileStore, path: string, info: UploadInfo): Promise<number> =>
  files.put(partsInfoKey(path), streamOf(new TextEncoder().encode(JSON.stringify(info))));

export const partsOf = async (files: FileStore, path: string): Promise<readonly StoredFile[]> => {
  const parts: StoredFile[] = [];
  for await (const file of files.list(partsPrefix(path))) if (/\/\d+$/.test(file.key)) parts.push(file);
  return parts.sort((a, b) => (a.key < b.key ? -1 : 1));
};

/** The contiguous parts from the first byte on: some bytes may have arrived twice, in other pieces. */
export const gapless = (path: string, parts: readonly StoredFile[]) => {
  const chain: StoredFile[] = [];
  let offset = 0;
  for (const part of parts) {
    if (part.key !== partKey(path, offset)) continue;
    chain.push(part);
    offset += part.size;
  }
  return { chain, offset };
};

export const readParts = async (files: FileStore, path: string): Promise<ResumableUpload | undefined> => {
  const content = await files.open(partsInfoKey(path));
  if (content === undefined) return undefined;
  const info = valueOfJson(infoCodec, new TextDecoder().decode(await wholeOf(content)));
  if (info === undefined) throw new Error(`Can't read an upload's metadata: ${path}`);
  const parts = await partsOf(files, path);
  const { offset } = gapless(path, parts);
  return { ...info, path, offset, parts: parts.length, attachment: undefined };
};

export const removeParts = async (files: FileStore, path: string): Promise<void> => {
  for (const { key } of await partsOf(files, path)) await files.remove(key);
  await files.remove(partsInfoKey(path));
};
