import { left, right } from "fp-ts/Either";
import type { Attachment } from "../../domain/files/attachment";
import {
  type FileError,
  invalidLinkFileName,
  invalidLinkToken,
  noSuchFile,
} from "../../domain/files/refusals";
import type { Result } from "../caller";
import type { AttachmentReader } from "../ports/files/attachment-reader";
import type { TemporaryLinks } from "../ports/files/temporary-links";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly attachments: AttachmentReader;
  readonly links: TemporaryLinks;
  readonly clock: Clock;
}

/** The file of a temporary link. */
export const followTemporaryLink =
  (ports: Ports) =>
  (token: string, fileName: string): Result<Attachment, FileError> =>
  async () => {
    const path = ports.links.subjectOf(token, ports.clock.now());
    if (path === undefined) return left(invalidLinkToken);
    if (path.split("/").at(-1) !== fileName) return left(invalidLinkFileName);
    const [attachment] = await ports.attachments.byPaths(Number(path.split("/")[0]), [path]);
    return attachment ? right(attachment) : left(noSuchFile);
  };
