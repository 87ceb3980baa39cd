import { isLeft, left, right } from "fp-ts/Either";
import { attachmentPath } from "../../domain/attachment";
import { badRequest } from "../../domain/errors";
import { fileKey } from "../../domain/file-key";
import { type Caller, callerIn, type Result } from "../caller";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Bytes, FileStore } from "../ports/file-store";
import type { RandomTokens } from "../ports/random-tokens";
import type { RealmDirectory } from "../realm-directory";
import { Intake } from "./intake";
import { type FailureListener, storing } from "./storing";
import { bytesOf, fileTooLarge, quotaRefusal, type UploadLimits } from "./upload-limits";

/** A file that has come into the store, and is nobody's yet. */
export interface ReceivedFile {
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Its first bytes. */
  readonly head: Uint8Array;
}

interface Ports extends FailureListener {
  readonly directory: RealmDirectory;
  readonly attachments: AttachmentReader;
  readonly files: FileStore;
  readonly tokens: RandomTokens;
  readonly uploadLimits: UploadLimits;
}

const cutOff = badRequest("The upload was cut off");

/** Takes a file's content into the store as it comes. What is too large is stopped on its way. */
export const receiveFile =
  (ports: Ports) =>
  (
    caller: Caller,
    { name, content }: { readonly name: string; readonly content: Bytes },
  ): Result<ReceivedFile> =>
  async () => {
    const { directory, attachments, files, tokens, uploadLimits } = ports;
    const { realmId } = caller;
    const user = callerIn(await directory.of(realmId), caller);
    if (isLeft(user)) return user;
    const refusal = quotaRefusal(uploadLimits, await attachments.spaceUsed(realmId), 1);
    if (refusal) return left(refusal);
    const path = attachmentPath(realmId, tokens.uuid(), name);
    const intake = new Intake(content, bytesOf(uploadLimits.fileMib));
    const quietly = { onError: (error: unknown) => intake.problem ?? ports.onError(error) };
    const stored = await storing(quietly, () => putWhole(files, fileKey(path), intake))();
    if (intake.problem === "too large") return left(fileTooLarge(uploadLimits));
    if (intake.problem === "cut off") return left(cutOff);
    if (isLeft(stored)) return stored;
    return right({ path, name, size: intake.size, head: intake.head });
  };

/** Stores the content, and looks whether all of it is there. */
export const putWhole = async (files: FileStore, key: string, intake: Intake): Promise<void> => {
  const size = await files.put(key, intake.read());
  const kept = await files.facts(key);
  if (size === intake.size && kept?.size === intake.size) return;
  await files.remove(key);
  throw new Error(`Of ${intake.size} bytes, the store kept ${kept?.size ?? 0}: ${key}`);
};

/** Takes a file out of the store that nobody is to have. */
export const discardFile =
  (ports: FailureListener & { readonly files: FileStore }) =>
  ({ path }: Pick<ReceivedFile, "path">): Result<void> =>
    storing(ports, () => ports.files.remove(fileKey(path)));
