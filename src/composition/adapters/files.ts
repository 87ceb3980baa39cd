import { existsSync } from "node:fs";
import { join } from "node:path";
import { costLimits } from "../../adapters/http/declaration/cost-limits";
import { closeFolder, diskFileStore } from "../../adapters/storage/disk-file-store";
import type { S3Limits } from "../../adapters/storage/s3-clients";
import { s3FileStore } from "../../adapters/storage/s3-file-store";
import { openDataFolder } from "../../adapters/system/data-folder";
import type { FileStore } from "../../application/ports/files/file-store";
import type { Config } from "../../config/config";

interface OpenFiles {
  readonly store: FileStore;
  close(): void;
}

const { download, upload, picture } = costLimits;
/** Sweeps, migrations and other work that no request waits for. */
const backgroundConnections = 100;
const writes = upload.running + picture.running + backgroundConnections;

/** Each request has a connection of its own: finishing an upload, and editing a picture, read files too. */
const s3Limits: S3Limits = {
  connectWithin: 5000,
  silence: 20_000,
  reads: download.running + writes,
  others: writes,
};

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
  const settings = {
    bucket: config.s3Bucket,
    region: config.s3Region,
    endpoint: config.s3Endpoint,
    accessKey: config.s3AccessKey,
    secretKey: config.s3SecretKey,
    prefix: config.s3Prefix ?? "",
  };
  const store = await s3FileStore(settings, s3Limits);
  return { store, close: () => store.close() };
};
