import { fileKey, thumbnailKey } from "../../../domain/files/file-key";
import { allFormats } from "../../../domain/pictures/thumbnail";
import type { FileStore } from "../../ports/files/file-store";
import type { Intake } from "./intake";

/** A stream of content that is already in memory. */
export async function* streamOf(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Removes a file with its thumbnails. */
export const removeFile = async (files: FileStore, path: string): Promise<void> => {
  await files.remove(fileKey(path));
  for (const { name } of allFormats) await files.remove(thumbnailKey(path, name));
};

/** Stores the content, and checks that all of it arrived. */
export const putWhole = async (files: FileStore, key: string, intake: Intake): Promise<void> => {
  const size = await files.put(key, intake.read());
  const stored = await files.stat(key);
  if (size === intake.size && stored?.size === intake.size) return;
  await files.remove(key);
  throw new Error(`Stored only ${stored?.size ?? 0} of ${intake.size} bytes of ${key}`);
};
