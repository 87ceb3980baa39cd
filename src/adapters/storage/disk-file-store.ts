import { randomUUID } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { chmod, type FileHandle, mkdir, open, realpath, rename, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Bytes, FileStore, StoredFile } from "../../application/ports/files/file-store";
import { bytesIn } from "../../domain/units/size";
import { filesBelow, isAbsence } from "../system/folder-entries";
import { makeFolder } from "../system/make-folder";
import { folderMark } from "./folder-mark";
import { checkKey, checkPrefix } from "./key";
import { undefinedIfMissing } from "./undefined-if-missing";

/** Holds files being written. Its keys are listed like any others, so that leftovers of a crash are found. */
export const incoming = "incoming";

/** Undefined if there is no such file. */
const orNothing = undefinedIfMissing(isAbsence);

/** Makes a folder private to its owner, creating it if missing. */
export const closeFolder = async (folder: string): Promise<void> => {
  makeFolder(folder, 0o700);
  await chmod(folder, 0o700);
};

/** Makes a rename into the folder survive a power failure. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeAll = async (handle: FileHandle, content: Bytes): Promise<number> => {
  let size = 0;
  for await (const piece of content) {
    for (let written = 0; written < piece.length; )
      written += (await handle.write(piece, written)).bytesWritten;
    size += piece.length;
  }
  await handle.sync();
  return size;
};

/** Files in a folder, by key. Content is written beside and then renamed, so that a file appears whole. */
export const diskFileStore = (root: string): FileStore => {
  let closed: Promise<void> | undefined;
  const pathOf = (key: string): string => join(root, ...checkKey(key).split("/"));

  /** Refuses symbolic links that lead outside the folder. */
  const mustBeInside = async (path: string): Promise<void> => {
    const [top, folder] = await Promise.all([realpath(root), realpath(dirname(path))]);
    const way = relative(top, folder);
    if (way === ".." || way.startsWith(`..${sep}`))
      throw new Error(`The path leads outside the files folder: ${path}`);
  };

  /** Renames into a folder that may be removed at any moment because it is empty. */
  const moveInto = async (from: string, to: string, attempts = 3): Promise<void> => {
    await mkdir(dirname(to), { recursive: true });
    try {
      await mustBeInside(to);
      await rename(from, to);
      await syncFolder(dirname(to));
    } catch (error) {
      if (!isAbsence(error) || attempts === 1) throw error;
      await moveInto(from, to, attempts - 1);
    }
  };

  const openInside = async (key: string): Promise<FileHandle | undefined> => {
    const path = pathOf(key);
    return orNothing(
      (async () => {
        await mustBeInside(path);
        return open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
      })(),
    );
  };

  const removeEmptyFolders = async (folder: string): Promise<void> => {
    if (folder === root || !folder.startsWith(root)) return;
    try {
      await rmdir(folder);
    } catch {
      // The folder isn't empty, or somebody removed it first.
      return;
    }
    await removeEmptyFolders(dirname(folder));
  };

  async function* filesIn(folder: string): AsyncGenerator<StoredFile> {
    for await (const path of filesBelow(folder)) {
      const found = await orNothing(stat(path));
      const key = relative(root, path).split(sep).join("/");
      if (found && key !== folderMark) yield { key, size: found.size, storedAt: Math.floor(found.mtimeMs) };
    }
  }

  return {
    put: async (key, content) => {
      closed ??= closeFolder(root);
      await closed;
      const path = pathOf(key);
      const draft = join(root, incoming, randomUUID());
      await mkdir(dirname(draft), { recursive: true });
      try {
        const handle = await open(draft, "wx", 0o600);
        const size = await writeAll(handle, content).finally(() => handle.close());
        await moveInto(draft, path);
        return size;
      } catch (error) {
        await orNothing(unlink(draft));
        throw error;
      }
    },

    open: async (key, range) => {
      const handle = await openInside(key);
      if (handle === undefined) return undefined;
      const isFile = (await handle.stat()).isFile();
      if (!isFile) await handle.close();
      // The stream closes the handle at its end, or when its reader stops.
      return isFile
        ? createReadStream("", {
            fd: handle,
            highWaterMark: 256 * bytesIn.kibibyte,
            ...(range && { start: range.first, end: range.last }),
          })
        : undefined;
    },

    stat: async (key) => {
      const handle = await openInside(key);
      if (handle === undefined) return undefined;
      const found = await handle.stat().finally(() => handle.close());
      return found.isFile() ? { key, size: found.size, storedAt: Math.floor(found.mtimeMs) } : undefined;
    },

    remove: async (key) => {
      const path = pathOf(key);
      await orNothing(mustBeInside(path).then(() => unlink(path)));
      await removeEmptyFolders(dirname(path));
    },

    list: (prefix) => filesIn(join(root, ...checkPrefix(prefix).split("/"))),
  };
};
