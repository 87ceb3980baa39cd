import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { Bound } from "../../../../application/bind-use-cases";
import { findRealm } from "../../../../application/realm/find-realm";
import { addAttachment } from "../../../../application/uploads/add-attachment";
import { createTemporaryLink } from "../../../../application/uploads/create-temporary-link";
import { findAttachment } from "../../../../application/uploads/find-attachment";
import { followTemporaryLink } from "../../../../application/uploads/follow-temporary-link";
import { listAttachments } from "../../../../application/uploads/list-attachments";
import { openAttachment } from "../../../../application/uploads/open-attachment";
import { openThumbnail } from "../../../../application/uploads/open-thumbnail";
import { removeAttachment } from "../../../../application/uploads/remove-attachment";
import type { FileRequester } from "../../../../application/uploads/shared/attachment-access";
import type { Attachment } from "../../../../domain/files/attachment";
import { noFileGiven } from "../../../../domain/files/refusals";
import { attachmentId } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { text } from "../../../zulip-wire/codecs/wire-type";
import { encodeAttachment } from "../../../zulip-wire/encode/attachment";
import { JsonList } from "../../../zulip-wire/json";
import { done, endpoint } from "../../declaration/endpoint";
import type { SpectatorContext } from "../../declaration/request-context";
import { FileReply } from "../../reply/file-reply";

const string = { type: "string" };
const place = { realm_id_str: required(text), filename: required(text) };

/** The content at an address never changes, but who may read it does. */
const cached = "private, max-age=31536000, immutable";

const requesterOf = ({ signedIn, realm }: SpectatorContext): FileRequester =>
  signedIn?.caller ?? { realmId: realm.id };
const pathOf = (input: { realm_id_str: string; filename: string }): string =>
  `${input.realm_id_str}/${input.filename}`;

/** A temporary address is valid for a minute: nothing may outlive it in a browser. */
const uncached = "no-store";

const fileReply =
  (open: Bound<typeof openAttachment>, isDownload: boolean, cacheControl = cached) =>
  (attachment: Attachment): FileReply => {
    const { id, contentType, size, name, uploadedAt } = attachment;
    return new FileReply({
      contentType,
      size,
      name,
      isDownload,
      cacheControl,
      modifiedAt: uploadedAt,
      tag: `${id}-${size.toString(16)}`,
      open: (range) => open(attachment, range),
    });
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
  run: (addAttachment, { caller, files }) =>
    pipe(
      files.stored[0],
      TE.fromNullable(noFileGiven),
      TE.chainW((received) => addAttachment(caller, received)),
      TE.map(({ path, name }) => {
        const url = `/user_uploads/${path}`;
        return { url, uri: url, filename: name };
      }),
    ),
});

const createTemporaryLinkEndpoint = endpoint({
  method: "get",
  at: "/user_uploads/{realm_id_str}/{+filename}",
  caller: "spectator",
  summary: "Get an address at which anyone can read a file for a minute",
  path: place,
  params: {},
  response: { url: string },
  use: createTemporaryLink,
  run: (createTemporaryLink, context, input) =>
    pipe(
      createTemporaryLink(requesterOf(context), pathOf(input)),
      TE.map(({ token, attachment }) => ({
        url: `/user_uploads/temporary/${token}/${attachment.path.split("/").at(-1)}`,
      })),
    ),
});

/** Thumbnails are generated on request, so every image that can have one has it. */
const thumbnailStatusEndpoint = endpoint({
  method: "get",
  at: "/thumbnail/status/{realm_id_str}/{+filename}",
  caller: "spectator",
  summary: "Check whether a file has a thumbnail",
  path: place,
  params: {},
  response: { has_thumbnail: { type: "boolean" } },
  use: findAttachment,
  run: (findAttachment, context, input) =>
    pipe(
      findAttachment(requesterOf(context), pathOf(input)),
      TE.map(({ image }) => ({ has_thumbnail: image !== null })),
    ),
});

const listAttachmentsEndpoint = endpoint({
  method: "get",
  at: "/attachments",
  caller: "user",
  cost: "list",
  summary: "List the caller's files, and the messages that share them",
  path: {},
  params: {},
  response: {
    attachments: { type: "array", items: { type: "object" } },
    upload_space_used: { type: "integer" },
  },
  use: listAttachments,
  run: (listAttachments, { caller }) =>
    pipe(
      listAttachments(caller),
      TE.map(({ attachments, spaceUsed }) => ({
        attachments: new JsonList(attachments, encodeAttachment),
        upload_space_used: spaceUsed,
      })),
    ),
});

const removeAttachmentEndpoint = endpoint({
  method: "delete",
  at: "/attachments/{attachment_id}",
  caller: "user",
  summary: "Remove one of the caller's files, even if messages share it",
  path: { attachment_id: required(attachmentId) },
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
    run: ({ findAttachment, openAttachment }, context, input) =>
      pipe(
        findAttachment(requesterOf(context), pathOf(input)),
        TE.map(fileReply(openAttachment, isDownload)),
      ),
  });

const serveFile = serve("/user_uploads/{realm_id_str}/{+filename}", "Get a file", false);

const downloadFile = serve("/user_uploads/download/{realm_id_str}/{+filename}", "Download a file", true);

const serveTemporarilyEndpoint = endpoint({
  method: "get",
  at: "/user_uploads/temporary/{token}/{filename}",
  caller: "anyone",
  cost: "download",
  summary: "Get a file by its temporary address",
  path: { token: required(text), filename: required(text) },
  params: {},
  response: {},
  use: { findRealm, followTemporaryLink, openAttachment },
  run: ({ findRealm, followTemporaryLink, openAttachment }, { host }, { token, filename }) =>
    pipe(
      findRealm(host),
      TE.chainW(({ realm }) => followTemporaryLink(realm.id, token, filename)),
      TE.map(fileReply(openAttachment, false, uncached)),
    ),
});

const serveThumbnailEndpoint = endpoint({
  method: "get",
  at: "/user_uploads/thumbnail/{realm_id_str}/{+filename}",
  caller: "spectator",
  cost: "download",
  summary: "Get a thumbnail of a file, in a format that register announces",
  path: place,
  params: {},
  response: {},
  use: openThumbnail,
  run: (openThumbnail, context, input) => {
    const [, path = "", format = ""] = /^(.*)\/([^/]+)$/.exec(pathOf(input)) ?? [];
    return pipe(
      openThumbnail(requesterOf(context), path, format),
      TE.map(
        ({ attachment, image }) =>
          new FileReply({
            contentType: "image/webp",
            size: image.length,
            name: format,
            isDownload: false,
            cacheControl: cached,
            tag: `${attachment.id}-${format}`,
            modifiedAt: attachment.uploadedAt,
            open: (range) =>
              TE.right(wholeOrPart(range ? image.subarray(range.first, range.last + 1) : image)),
          }),
      ),
    );
  },
});

async function* wholeOrPart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const uploadEndpoints = [
  uploadFileEndpoint,
  createTemporaryLinkEndpoint,
  thumbnailStatusEndpoint,
  listAttachmentsEndpoint,
  removeAttachmentEndpoint,
];

/** Outside `/api/v1`, because messages contain the addresses of files. */
export const fileEndpoints = [downloadFile, serveTemporarilyEndpoint, serveThumbnailEndpoint, serveFile];
