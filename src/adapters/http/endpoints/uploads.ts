import { type Either, isLeft, left, right } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import type { Bound } from "../../../application/together";
import { addAttachment } from "../../../application/uploads/add-attachment";
import type { OwnAttachments } from "../../../application/uploads/list-attachments";
import { listAttachments } from "../../../application/uploads/list-attachments";
import type { Asker } from "../../../application/uploads/open-attachment";
import {
  findAttachment,
  followLink,
  linkTemporarily,
  openAttachment,
  openThumbnail,
} from "../../../application/uploads/open-attachment";
import { removeAttachment } from "../../../application/uploads/remove-attachment";
import type { Attachment } from "../../../domain/attachment";
import { type ApiError, badRequest } from "../../../domain/errors";
import { names, naming } from "../codecs/naming";
import { required } from "../codecs/parameter";
import { nat, text } from "../codecs/wire-type";
import { encodeAttachment } from "../encode/attachment";
import { done, endpoint } from "../endpoint";
import { FileReply } from "../file-reply";
import { JsonList } from "../json-body";
import type { SpectatorContext } from "../request-context";

const string = { type: "string" };
const place = { realm_id_str: required(text), filename: required(text) };

/** Content never changes under its address, but who may read it does. */
const cacheControl = "private, max-age=31536000, immutable";

const asker = ({ signedIn, realm }: SpectatorContext): Asker => signedIn?.caller ?? { realmId: realm.id };
const pathOf = (given: { realm_id_str: string; filename: string }): string =>
  `${given.realm_id_str}/${given.filename}`;

const fileReply = (
  open: Bound<typeof openAttachment>,
  attachment: Either<ApiError, Attachment>,
  isDownload: boolean,
): Either<ApiError, FileReply> => {
  if (isLeft(attachment)) return attachment;
  const { id, contentType, size, name, uploadedAt } = attachment.right;
  const file = { contentType, size, name, isDownload, cacheControl, modifiedAt: uploadedAt };
  const openRange: ConstructorParameters<typeof FileReply>[0]["open"] = (range) =>
    open(attachment.right, range);
  return right(new FileReply({ ...file, tag: `${id}-${size.toString(16)}`, open: openRange }));
};

export const uploadFileEndpoint = endpoint({
  method: "post",
  at: "/user_uploads",
  section: "4.24",
  caller: "user",
  takesFile: { to: "store" },
  summary: "Upload a file, which only the caller may read until a message shares it",
  path: {},
  params: {},
  response: { url: string, uri: string, filename: string },
  use: addAttachment,
  run:
    (addAttachment, { caller, files }) =>
    async () => {
      const [received] = files.stored;
      if (received === undefined) return left(badRequest("You must specify a file to upload"));
      const added = await addAttachment(caller, received)();
      if (isLeft(added)) return added;
      const url = `/user_uploads/${added.right.path}`;
      return right({ url, uri: url, filename: added.right.name });
    },
});

const linkTemporarilyEndpoint = endpoint({
  method: "get",
  at: "/user_uploads/{realm_id_str}/{+filename}",
  caller: "spectator",
  summary: "An address at which anyone reads a file for a minute",
  path: place,
  params: {},
  response: { url: string },
  use: linkTemporarily,
  run: (linkTemporarily, context, given) =>
    map(({ token, attachment }: { token: string; attachment: Attachment }) => ({
      url: `/user_uploads/temporary/${token}/${attachment.path.split("/").at(-1)}`,
    }))(linkTemporarily(asker(context), pathOf(given))),
});

/** Small images are made when somebody asks for one: whatever can have them has them. */
const thumbnailStatusEndpoint = endpoint({
  method: "get",
  at: "/thumbnail/status/{realm_id_str}/{+filename}",
  caller: "spectator",
  summary: "Whether a file can be shown small",
  path: place,
  params: {},
  response: { has_thumbnail: { type: "boolean" } },
  use: findAttachment,
  run: (findAttachment, context, given) =>
    map(({ image }: Attachment) => ({ has_thumbnail: image !== null }))(
      findAttachment(asker(context), pathOf(given)),
    ),
});

const listAttachmentsEndpoint = endpoint({
  method: "get",
  at: "/attachments",
  caller: "user",
  summary: "The caller's files, and the messages that share them",
  path: {},
  params: {},
  response: {
    attachments: { type: "array", items: { type: "object" } },
    upload_space_used: { type: "integer" },
  },
  use: listAttachments,
  run: (listAttachments, { caller }) =>
    map(({ attachments, spaceUsed }: OwnAttachments) => ({
      attachments: new JsonList(attachments, encodeAttachment),
      upload_space_used: spaceUsed,
    }))(listAttachments(caller)),
});

const removeAttachmentEndpoint = endpoint({
  method: "delete",
  at: "/attachments/{attachment_id}",
  caller: "user",
  summary: "Remove a file of the caller's, whatever messages share it",
  path: { attachment_id: required(naming(nat, names.file())) },
  params: {},
  response: {},
  use: removeAttachment,
  run: (removeAttachment, { caller }, { attachment_id }) => done(removeAttachment(caller, attachment_id)),
});

const serve = (at: string, summary: string, isDownload: boolean) =>
  endpoint({
    method: "get",
    at,
    caller: "spectator",
    cost: "download",
    summary,
    path: place,
    params: {},
    response: {},
    use: { findAttachment, openAttachment },
    run:
      ({ findAttachment, openAttachment }, context, given) =>
      async () =>
        fileReply(openAttachment, await findAttachment(asker(context), pathOf(given))(), isDownload),
  });

const serveFile = serve("/user_uploads/{realm_id_str}/{+filename}", "A file", false);

const downloadFile = serve("/user_uploads/download/{realm_id_str}/{+filename}", "A file, to be saved", true);

const serveTemporarilyEndpoint = endpoint({
  method: "get",
  at: "/user_uploads/temporary/{token}/{filename}",
  caller: "anyone",
  cost: "download",
  summary: "A file by its temporary address",
  path: { token: required(text), filename: required(text) },
  params: {},
  response: {},
  use: { followLink, openAttachment },
  run:
    ({ followLink, openAttachment }, _context, { token, filename }) =>
    async () =>
      fileReply(openAttachment, await followLink(token, filename)(), false),
});

const serveThumbnailEndpoint = endpoint({
  method: "get",
  at: "/user_uploads/thumbnail/{realm_id_str}/{+filename}",
  caller: "spectator",
  cost: "download",
  summary: "A small image of a file, in a format that register announces",
  path: place,
  params: {},
  response: {},
  use: openThumbnail,
  run: (openThumbnail, context, given) => async () => {
    const [, path = "", format = ""] = /^(.*)\/([^/]+)$/.exec(pathOf(given)) ?? [];
    const found = await openThumbnail(asker(context), path, format)();
    if (isLeft(found)) return found;
    const { attachment, image } = found.right;
    return right(
      new FileReply({
        contentType: "image/webp",
        size: image.length,
        name: format,
        isDownload: false,
        cacheControl,
        tag: `${attachment.id}-${format}`,
        modifiedAt: attachment.uploadedAt,
        open: (range) => async () =>
          right(wholeOrPart(range ? image.subarray(range.first, range.last + 1) : image)),
      }),
    );
  },
});

async function* wholeOrPart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const uploadEndpoints = [
  uploadFileEndpoint,
  linkTemporarilyEndpoint,
  thumbnailStatusEndpoint,
  listAttachmentsEndpoint,
  removeAttachmentEndpoint,
];

/** Outside `/api/v1`: files are in messages by their addresses. */
export const fileEndpoints = [downloadFile, serveTemporarilyEndpoint, serveThumbnailEndpoint, serveFile];
