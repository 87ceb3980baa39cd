import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Attachment } from "../../domain/files/attachment";
import type { FileError } from "../../domain/files/refusals";
import { millisecondsIn } from "../../domain/units/time";
import type { TemporaryLinks } from "../ports/files/temporary-links";
import { writeLinkSubject } from "./internal/link-subject";
import { type AttachmentAccessPorts, attachmentFor, type FileRequester } from "./shared/attachment-access";

interface Ports extends AttachmentAccessPorts {
  readonly links: TemporaryLinks;
}

const linkMilliseconds = millisecondsIn.minute;

/**
 * Creates a token by which anyone can read the file for a minute, as long as the requester may: for programs that can't
 * authenticate where they display it.
 */
export const createTemporaryLink =
  (ports: Ports) =>
  (
    requester: FileRequester,
    path: string,
  ): TaskEither<CallerError | FileError, { readonly token: string; readonly attachment: Attachment }> =>
  async () => {
    const attachment = await attachmentFor(ports, requester, path);
    if (E.isLeft(attachment)) return attachment;
    const state = await ports.directory.stateOf(requester.realmId);
    const subject = writeLinkSubject(state, { requester, path });
    const token = ports.links.tokenFor(subject, ports.clock.now() + linkMilliseconds);
    return E.right({ token, attachment: attachment.right });
  };
