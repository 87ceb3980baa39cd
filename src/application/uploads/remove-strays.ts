import { fileKey, partsOfKey, pictureKey, thumbnailKey } from "../../domain/file-key";
import { allFormats } from "../../domain/thumbnail";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { FileStore, StoredFile } from "../ports/file-store";
import type { PictureReader } from "../ports/picture-reader";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import type { UploadReservations } from "../ports/upload-reservations";

interface Ports {
  readonly registry: RealmRegistry;
  readonly pictures: PictureReader;
  readonly attachments: AttachmentReader;
  readonly files: FileStore;
  readonly uploadReservations: UploadReservations;
  readonly singleRunner: SingleRunner;
  readonly clock: Clock;
}

const dayMilliseconds = 86_400_000;
/** For so long a file may be on its way, from the store to the database. */
const graceDays = 1;
const batchSize = 500;
/** Kinds of keys that name a realm. */
const kindsOfRealms = ["files", "thumbnails", "pictures", "parts"];

/**
 * Removes files from the store that the database doesn't know: what a process left that died between the two, old
 * pictures, and uploads that were never finished. What isn't of this server's making stays.
 */
export const removeStrays =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { files, singleRunner, clock } = ports;
    await singleRunner.ifFree("strays", async () => {
      let batch: StoredFile[] = [];
      for await (const file of files.list("")) {
        if (stopping?.aborted) return;
        if (file.storedAt > clock.now() - graceDays * dayMilliseconds) continue;
        batch.push(file);
        if (batch.length < batchSize) continue;
        await removeUnknown(ports, batch);
        batch = [];
      }
      await removeUnknown(ports, batch);
    });
  };

const removeUnknown = async (ports: Ports, batch: readonly StoredFile[]): Promise<void> => {
  if (batch.length === 0) return;
  const known = await knownAmong(ports, batch);
  for (const { key } of batch) if (!known.has(key)) await ports.files.remove(key);
};

/** Keys of the batch that must stay. */
const knownAmong = async (
  { registry, pictures, attachments, uploadReservations, clock }: Ports,
  batch: readonly StoredFile[],
): Promise<ReadonlySet<string>> => {
  const known = new Set<string>();
  const named = [...new Set(batch.map(({ key }) => partsOfKey(key).realmId))].filter(Number.isSafeInteger);
  const realmIds = new Set((await registry.byIds(named)).map(({ id }) => id));
  for (const realmId of realmIds) {
    const own = batch
      .map(({ key }) => ({ key, ...partsOfKey(key) }))
      .filter((one) => one.realmId === realmId);
    const paths = own.filter(({ kind }) => kind === "files" || kind === "thumbnails").map(({ name }) => name);
    for (const { path } of await attachments.byPaths(realmId, [...new Set(paths)])) {
      known.add(fileKey(path));
      for (const { name } of allFormats) known.add(thumbnailKey(path, name));
    }
    const inParts = own.filter(({ kind }) => kind === "parts");
    const going = new Set(
      await uploadReservations.amongPaths(
        realmId,
        [...new Set(inParts.map(({ name }) => name))],
        clock.now(),
      ),
    );
    for (const { key, name } of inParts) if (going.has(name)) known.add(key);
    const names = own.filter(({ kind }) => kind === "pictures").map(({ name }) => name);
    for (const name of await pictures.amongNames(realmId, names)) known.add(pictureKey(realmId, name));
  }
  for (const { key } of batch) {
    const { kind, realmId } = partsOfKey(key);
    const isOurs = kind === "incoming" || (kindsOfRealms.includes(kind) && realmIds.has(realmId));
    if (!isOurs) known.add(key);
  }
  return known;
};
