import { existsSync } from "node:fs";
import { join } from "node:path";
import { closeFolder, diskFileStore } from "../../adapters/storage/disk-file-store";
import { s3FileStore } from "../../adapters/storage/s3-file-store";
import { openDataFolder } from "../../adapters/system/data-folder";
import type { FileStore } from "../../application/ports/files/file-store";
import type { Config } from "../../config/config";

interface OpenFiles {
  readonly store: FileStore;
  close(): void;
}

/** The file store of a configuration: the one in use, or the other one. */
export const openFiles = async (config: Config, kind: Config["storage"]): Promise<OpenFiles> => {
  if (kind === "disk") {
    const folder = join(config.dataDir, "files");
    // Older versions let every user of the machine read uploads, and some of them replace the folder.
    if (existsSync(config.dataDir)) openDataFolder(config.dataDir);
    if (existsSync(folder)) await closeFolder(folder);
    return { store: diskFileStore(folder), close: () => {} };
  }
  if (config.s3Bucket === undefined) throw new Error("PARLEY_S3_BUCKET must name the bucket");
  const store = await s3FileStore({
    bucket: config.s3Bucket,
    region: config.s3Region,
    endpoint: config.s3Endpoint,
    accessKey: config.s3AccessKey,
    secretKey: config.s3SecretKey,
    prefix: config.s3Prefix ?? "",
  });
  return { store, close: () => store.close() };
};
