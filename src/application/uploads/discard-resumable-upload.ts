import type { TaskEither } from "fp-ts/TaskEither";
import type { FileError } from "../../domain/files/refusals";
import type { RealmId } from "../../domain/ids";
import { type DiscardPorts, discardParts } from "./shared/discard-parts";
import type { ResumableUpload } from "./shared/resumable-parts";

/** Discards an unfinished upload. */
export const discardResumableUpload =
  (ports: DiscardPorts) =>
  (
    caller: { readonly realmId: RealmId },
    { path }: Pick<ResumableUpload, "path">,
  ): TaskEither<FileError, void> =>
  () =>
    discardParts(ports, caller.realmId, path);
