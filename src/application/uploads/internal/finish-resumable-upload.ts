import * as E from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import { fileKey } from "../../../domain/files/file-key";
import type { FileError } from "../../../domain/files/refusals";
import type { LimitError } from "../../../domain/limit-refusals";
import type { Caller } from "../../caller";
import { headBytes } from "../../ports/files/file-types";
import { type DiscardPorts, discardParts } from "../shared/discard-parts";
import { Intake } from "../shared/intake";
import { gapless, partsOf, type ResumableUpload } from "../shared/resumable-parts";
import { putWhole } from "../shared/stored-files";
import { withFileStore } from "../shared/with-file-store";
import { type AttachPorts, attachFile } from "./attach-file";

export type FinishPorts = AttachPorts & DiscardPorts;

/** Joins the parts into one file, and turns it into an attachment of the caller. */
export const finishResumableUpload = async (
  ports: FinishPorts,
  caller: Caller,
  upload: ResumableUpload,
): Promise<E.Either<CallerError | FileError | LimitError, ResumableUpload>> => {
  const { files } = ports;
  const { path, name, size } = upload;
  const head = await withFileStore(ports, async () => {
    const { chain } = gapless(path, await partsOf(files, path));
    async function* all(): AsyncGenerator<Uint8Array> {
      for (const { key } of chain) yield* (await files.open(key)) ?? [];
    }
    const intake = new Intake(all(), size);
    await putWhole(files, fileKey(path), intake);
    if (intake.size !== size)
      throw new Error(`An upload has ${intake.size} bytes instead of ${size}: ${path}`);
    return intake.head.slice(0, headBytes);
  });
  if (E.isLeft(head)) return head;
  const added = await attachFile(ports, caller, { path, name, size, head: head.right });
  // The parts remain, for a retry.
  if (E.isLeft(added) && (added.left.tag === "storageFailed" || added.left.tag === "serverBusy"))
    return added;
  // A file that exceeds the quota leaves no parts either. A later cleanup removes leftovers.
  await discardParts(ports, caller.realmId, path);
  return E.isLeft(added) ? added : E.right({ ...upload, offset: size, attachment: added.right });
};
