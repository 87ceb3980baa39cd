import { fileKey, partsOfKey, pictureKey, thumbnailKey } from "../../domain/file-key";
import type { RealmState } from "../../domain/realm-state";
import { thumbnailFormats } from "../../domain/thumbnail";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { FileStore, StoredFile } from "../ports/file-store";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly registry: RealmRegistry;
  readonly directory: RealmDirectory;
  readonly attachments: AttachmentReader;
  readonly files: FileStore;
  readonly singleRunner: SingleRunner;
  readonly clock: Clock;
}

const dayMilliseconds = 86_400_000;
/** For so long a file may be on its way, from the store to the database. */
const graceDays = 1;
/** For so long an upload may go on that comes in pieces. */
const partsDays = 7;
const batchSize = 500;

/**
 * Removes files from the store that the database doesn't know: what a process left that died between the two, old
 * pictures, and uploads that were never finished. What isn't of this server's making stays.
 */
export const removeStrays =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { registry, files, singleRunner, clock } = ports;
    await singleRunner.ifFree("strays", async () => {
      const realmIds = new Set((await registry.list()).map(({ id }) => id));
      let batch: StoredFile[] = [];
      for await (const file of files.list("")) {
        if (stopping?.aborted) return;
        const { kind, realmId } = partsOfKey(file.key);
        const days = kind === "parts" ? partsDays : graceDays;
        if (file.storedAt > clock.now() - days * dayMilliseconds) continue;
        if (kind !== "incoming" && !realmIds.has(realmId)) continue;
        batch.push(file);
        if (batch.length < batchSize) continue;
        await removeUnknown(ports, batch);
        batch = [];
      }
      await removeUnknown(ports, batch);
    });
  };

const removeUnknown = async (ports: Ports, batch: readonly StoredFile[]): Promise<void> => {
  const known = await knownAmong(ports, batch);
  for (const { key } of batch) if (!known.has(key)) await ports.files.remove(key);
};

/** Keys of the batch that must stay. */
const knownAmong = async (
  { directory, attachments }: Ports,
  batch: readonly StoredFile[],
): Promise<ReadonlySet<string>> => {
  const known = new Set<string>();
  for (const realmId of new Set(batch.map(({ key }) => partsOfKey(key).realmId))) {
    const own = batch
      .map(({ key }) => ({ key, ...partsOfKey(key) }))
      .filter((one) => one.realmId === realmId);
    const paths = own.filter(({ kind }) => kind === "files" || kind === "thumbnails").map(({ name }) => name);
    for (const { path } of await attachments.byPaths(realmId, [...new Set(paths)])) {
      known.add(fileKey(path));
      for (const { name } of thumbnailFormats) known.add(thumbnailKey(path, name));
    }
    if (own.some(({ kind }) => kind === "pictures"))
      for (const name of picturesOf(await directory.of(realmId))) known.add(pictureKey(realmId, name));
  }
  const ours = ["files", "thumbnails", "pictures", "parts", "incoming"];
  for (const { key } of batch) if (!ours.includes(partsOfKey(key).kind)) known.add(key);
  return known;
};

/** Names of all pictures that a realm shows. */
const picturesOf = ({ users, emoji, realm }: RealmState): readonly string[] => [
  ...[...users.values()].flatMap(({ avatar: { file } }) =>
    file === undefined ? [] : [`${file}.png`, `${file}-medium.png`],
  ),
  ...[...emoji.values()].flatMap(({ image, stillImage }) => [
    image,
    ...(stillImage === null ? [] : [stillImage]),
  ]),
  ...Object.values(realm.pictures).flatMap(({ file }) => file ?? []),
];
