import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { Attachment } from "../../domain/files/attachment";
import {
  type FileError,
  invalidLinkFileName,
  invalidLinkToken,
  noSuchFile,
} from "../../domain/files/refusals";
import type { RealmId } from "../../domain/ids";
import type { TemporaryLinks } from "../ports/files/temporary-links";
import { readLinkSubject } from "./internal/link-subject";
import { type AttachmentAccessPorts, attachmentFor } from "./shared/attachment-access";

interface Ports extends AttachmentAccessPorts {
  readonly links: TemporaryLinks;
}

/**
 * The file of a temporary link, which works only in the organization of the file. A link is invalid once the user who
 * asked for it may no longer read the file.
 */
export const followTemporaryLink =
  (ports: Ports) =>
  (realmId: RealmId, token: string, fileName: string): TaskEither<FileError, Attachment> =>
  async () => {
    const subject = ports.links.subjectOf(token, ports.clock.now());
    const link = subject === undefined ? undefined : readLinkSubject(subject);
    if (link === undefined) return E.left(invalidLinkToken);
    const { requester, path } = link;
    if (requester.realmId !== realmId) return E.left(invalidLinkToken);
    if (path.split("/").at(-1) !== fileName) return E.left(invalidLinkFileName);
    // Another node made the link, and perhaps the account or the message with the file a moment before.
    const { realm } = await ports.directory.newest(realmId);
    if (realm.isDeactivated) return E.left(invalidLinkToken);
    const attachment = await attachmentFor(ports, requester, path);
    if (!E.isLeft(attachment)) return attachment;
    return E.left(attachment.left === noSuchFile ? noSuchFile : invalidLinkToken);
  };
