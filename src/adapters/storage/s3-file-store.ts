import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FileStore, StoredFile } from "../../application/ports/files/file-store";
import { isDict } from "../../domain/codec/dict";
import { bytesIn } from "../../domain/units/size";
import { checkKey, checkPrefix } from "./key";
import { endIfSilent, type S3Limits, s3Clients } from "./s3-clients";
import { undefinedIfMissing } from "./undefined-if-missing";

/** Where the bucket is. Without keys, the SDK finds the machine's credentials. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly accessKey: string | undefined;
  readonly secretKey: string | undefined;
  /** Prepended to every key; ends with `/` unless empty. */
  readonly prefix: string;
}

/** The smallest that S3 allows. Each upload holds this much of a file twice in memory. */
const partSize = 5 * bytesIn.mebibyte;
const partsAtOnce = 1;

const absences: ReadonlySet<unknown> = new Set(["NoSuchKey", "NotFound", "404"]);

const isAbsence = (error: unknown): boolean =>
  isDict(error) &&
  (absences.has(error.name) || (isDict(error.$metadata) && error.$metadata.httpStatusCode === 404));

/** Undefined if there is no such file. */
const orNothing = undefinedIfMissing(isAbsence);

/** Files in a bucket of an S3-compatible server. */
export const s3FileStore = async (
  settings: S3Settings,
  limits: S3Limits,
): Promise<FileStore & { close(): void }> => {
  // A server without a bucket saves the SDK's memory.
  const s3 = await import("@aws-sdk/client-s3");
  const { Upload } = await import("@aws-sdk/lib-storage");
  const { bucket: Bucket, region, endpoint, accessKey, secretKey, prefix: root } = settings;
  const config = {
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKey !== undefined &&
      secretKey !== undefined && { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
    // Other servers than Amazon's refuse trailing checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  } as const;
  const clients = s3Clients((more) => new s3.S3Client(more), config, limits);
  const client = clients.other;
  const at = (key: string) => ({ Bucket, Key: `${root}${checkKey(key)}` });

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: `${root}${checkPrefix(prefix)}` });
    for await (const { Contents = [] } of pages)
      for (const { Key = "", Size = 0, LastModified } of Contents)
        yield { key: Key.slice(root.length), size: Size, storedAt: LastModified?.getTime() ?? 0 };
  }

  return {
    put: async (key, content) => {
      const object = at(key);
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
      // Creates no object before the first part is complete, and aborts the multipart upload if the content
      // fails.
      const upload = new Upload({ client, params: { ...object, Body }, partSize, queueSize: partsAtOnce });
      try {
        await upload.done();
      } catch (error) {
        // Not every server can abort; the content's own failure explains more.
        throw failure ?? error;
      } finally {
        Body.destroy();
      }
      return size;
    },

    open: async (key, range) => {
      const found = await orNothing(
        clients.reading.send(
          new s3.GetObjectCommand({
            ...at(key),
            ...(range && { Range: `bytes=${range.first}-${range.last}` }),
          }),
        ),
      );
      if (!(found?.Body instanceof IncomingMessage)) return undefined;
      endIfSilent(found.Body, limits);
      return found.Body;
    },

    stat: async (key) => {
      const found = await orNothing(client.send(new s3.HeadObjectCommand(at(key))));
      return found && { key, size: found.ContentLength ?? 0, storedAt: found.LastModified?.getTime() ?? 0 };
    },

    remove: async (key) => {
      await client.send(new s3.DeleteObjectCommand(at(key)));
    },

    list,

    close: clients.close,
  };
};
