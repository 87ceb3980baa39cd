import { fileKey, partsOfKey, pictureKey, thumbnailKey } from "../../domain/files/file-key";
import { allFormats } from "../../domain/pictures/thumbnail";
import { millisecondsIn } from "../../domain/units/time";
import { Pace } from "../admission/pace";
import type { AttachmentReader } from "../ports/files/attachment-reader";
import type { FileStore, StoredFile } from "../ports/files/file-store";
import type { UploadReservations } from "../ports/files/upload-reservations";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { PictureReader } from "../ports/pictures/picture-reader";
import type { RealmRegistry } from "../ports/realm/realm-registry";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly registry: RealmRegistry;
  readonly pictures: PictureReader;
  readonly attachments: AttachmentReader;
  readonly files: FileStore;
  readonly uploadReservations: UploadReservations;
  readonly singleRunner: SingleRunner;
  readonly clock: Clock;
}

/** How long a file may be in the store but not yet in the database. */
const graceDays = 1;
const batchSize = 500;
/** Kinds of keys that contain a realm's id. */
const kindsOfRealms = ["files", "thumbnails", "pictures", "parts"];

/**
 * Removes files that the database doesn't know: those of a process that died after storing a file and before recording it,
 * old pictures, and unfinished uploads. Leaves other programs' keys alone.
 */
export const removeStrays =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { files, singleRunner, clock } = ports;
    await singleRunner.ifFree("strays", async () => {
      const pace = new Pace(stopping);
      let batch: StoredFile[] = [];
      for await (const file of files.list("")) {
        if (stopping?.aborted) return;
        if (file.storedAt > clock.now() - graceDays * millisecondsIn.day) continue;
        batch.push(file);
        if (batch.length < batchSize) continue;
        await removeUnknown(ports, batch);
        await pace.rest();
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
    const keysOfRealm = batch
      .map(({ key }) => ({ key, ...partsOfKey(key) }))
      .filter((one) => one.realmId === realmId);
    const paths = keysOfRealm
      .filter(({ kind }) => kind === "files" || kind === "thumbnails")
      .map(({ name }) => name);
    for (const { path } of await attachments.byPaths(realmId, [...new Set(paths)])) {
      known.add(fileKey(path));
      for (const { name } of allFormats) known.add(thumbnailKey(path, name));
    }
    const inParts = keysOfRealm.filter(({ kind }) => kind === "parts");
    const inProgress = new Set(
      await uploadReservations.amongPaths(
        realmId,
        [...new Set(inParts.map(({ name }) => name))],
        clock.now(),
      ),
    );
    for (const { key, name } of inParts) if (inProgress.has(name)) known.add(key);
    const names = keysOfRealm.filter(({ kind }) => kind === "pictures").map(({ name }) => name);
    for (const name of await pictures.amongNames(realmId, names)) known.add(pictureKey(realmId, name));
  }
  for (const { key } of batch) {
    const { kind, realmId } = partsOfKey(key);
    const isOurs = kind === "incoming" || (kindsOfRealms.includes(kind) && realmIds.has(realmId));
    if (!isOurs) known.add(key);
  }
  return known;
};
