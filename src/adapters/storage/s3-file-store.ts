import { Readable } from "node:stream";
import type { FileStore, StoredFile } from "../../application/ports/file-store";
import { ifThere } from "./if-there";
import { checkKey, checkPrefix } from "./key";

/** Where the bucket is. Without keys, those of the machine are taken, as every program for S3 does. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly accessKey: string | undefined;
  readonly secretKey: string | undefined;
  /** Goes before every key, and ends with `/` unless it is empty. */
  readonly prefix: string;
}

/** The smallest that S3 takes: that much of a file is in memory while a part is under way, and as much again. */
const partSize = 5 * 1024 * 1024;
const partsAtOnce = 1;

const isAbsence = (error: unknown): boolean =>
  ["NoSuchKey", "NotFound", "404"].includes((error as Error).name) ||
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;

/** Undefined where there is no such file. */
const orNothing = ifThere(isAbsence);

/** Files in a bucket of a server that speaks S3. */
export const s3FileStore = async (settings: S3Settings): Promise<FileStore & { close(): void }> => {
  // A server without a bucket can do without what they take of memory.
  const s3 = await import("@aws-sdk/client-s3");
  const { Upload } = await import("@aws-sdk/lib-storage");
  const { bucket: Bucket, region, endpoint, accessKey, secretKey, prefix: root } = settings;
  const client = new s3.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKey !== undefined &&
      secretKey !== undefined && { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
    // Servers that aren't Amazon's refuse checksums that come after the content.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const at = (key: string) => ({ Bucket, Key: `${root}${checkKey(key)}` });

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: `${root}${checkPrefix(prefix)}` });
    for await (const { Contents = [] } of pages)
      for (const { Key = "", Size = 0, LastModified } of Contents)
        yield { key: Key.slice(root.length), size: Size, storedAt: LastModified?.getTime() ?? 0 };
  }

  return {
    put: async (key, content) => {
      const place = at(key);
      let size = 0;
      let failure: unknown;
      async function* watched(): AsyncGenerator<Uint8Array> {
        try {
          for await (const piece of content) {
            size += piece.length;
            yield piece;
          }
        } catch (error) {
          failure = error;
          throw error;
        }
      }
      const Body = Readable.from(watched(), { objectMode: false });
      // Begins no object before the first part is whole, and takes back its parts where the content fails.
      const upload = new Upload({ client, params: { ...place, Body }, partSize, queueSize: partsAtOnce });
      try {
        await upload.done();
      } catch (error) {
        // Not every server takes parts back; what the content failed with tells more than that.
        throw failure ?? error;
      } finally {
        Body.destroy();
      }
      return size;
    },

    open: async (key, range) => {
      const found = await orNothing(
        client.send(
          new s3.GetObjectCommand({
            ...at(key),
            ...(range && { Range: `bytes=${range.first}-${range.last}` }),
          }),
        ),
      );
      return found?.Body as Readable | undefined;
    },

    facts: async (key) => {
      const found = await orNothing(client.send(new s3.HeadObjectCommand(at(key))));
      return found && { key, size: found.ContentLength ?? 0, storedAt: found.LastModified?.getTime() ?? 0 };
    },

    remove: async (key) => {
      await client.send(new s3.DeleteObjectCommand(at(key)));
    },

    list,

    close: () => client.destroy(),
  };
};
