import * as t from "io-ts";
import { entity, listOf, nullable } from "../codec/codec";
import {
  type AttachmentId,
  attachmentIdCodec,
  type MessageId,
  messageIdCodec,
  type RealmId,
  type UserId,
  userIdCodec,
} from "../ids";

/** An uploaded file. Only its uploader may read it until a message shares it. API §4.24. */
export interface Attachment {
  readonly id: AttachmentId;
  /** The part of its address after `/user_uploads/`: `{realm}/{shard}/{token}/{safe name}`. */
  readonly path: string;
  /** The name its uploader gave it. */
  readonly name: string;
  readonly ownerId: UserId;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Unix milliseconds. */
  readonly uploadedAt: number;
  /** Null unless the file is an image with thumbnails. */
  readonly image: ImageProperties | null;
}

export const attachmentLimits = {
  /** A message shares at most this many files, the first ones: each makes sending slower for everybody. */
  ofMessage: 50,
  /** Messages listed with a file, the newest. */
  listedMessages: 100,
  /**
   * How many messages, newest first, are searched for one that lets somebody read a file: for all files of a sent or edited
   * message together, and for a request of one file.
   */
  searchedBySend: 1000,
  searchedByRequest: 10_000,
} as const;

/** The size of an image, read from its header. */
export interface ImageProperties {
  /** Displayed size: after applying the camera's orientation. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/** A message that shares a file. */
export interface SharingMessage {
  readonly id: MessageId;
  /** Unix seconds. */
  readonly sentAt: number;
}

/** A file with the messages that share it. */
export interface SharedAttachment extends Attachment {
  /** The newest, ascending; without deleted messages and those that the uploader may not read. */
  readonly messages: readonly SharingMessage[];
}

const sharingMessageCodec = entity<SharingMessage>({ id: messageIdCodec, sentAt: t.number });

export const attachmentCodec = entity<Attachment>({
  id: attachmentIdCodec,
  path: t.string,
  name: t.string,
  ownerId: userIdCodec,
  size: t.number,
  contentType: t.string,
  uploadedAt: t.number,
  image: nullable(entity<ImageProperties>({ width: t.number, height: t.number, isAnimated: t.boolean })),
});

export const sharedAttachmentCodec = entity<SharedAttachment>({
  ...attachmentCodec.fields,
  messages: listOf(sharingMessageCodec),
});

/** Longest file name, in bytes: the limit of common file systems. */
const longestName = 255;
const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** The longest prefix of whole characters within this many bytes. */
const beginning = (text: string, bytes: number): string => {
  let prefix = "";
  let used = 0;
  for (const character of text) {
    used += bytesIn(character);
    if (used > bytes) break;
    prefix += character;
  }
  return prefix;
};

/** A name that a file system can store, with its extension. */
export const shortFileName = (name: string): string => {
  if (bytesIn(name) <= longestName) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && bytesIn(name.slice(dot)) < longestName ? name.slice(dot) : "";
  const stem = extension === "" ? name : name.slice(0, dot);
  return beginning(stem, longestName - bytesIn(extension)) + extension;
};

/**
 * A name that is safe in file systems, object stores and URLs: letters, marks and digits of every script, and
 * `. - _`.
 */
export const safeFileName = (name: string): string => {
  const letters = name
    .toWellFormed()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, "")
    .trim()
    .replace(/[-\s]+/g, "-");
  const safe = shortFileName(letters);
  return ["", ".", ".."].includes(safe) ? "uploaded-file" : safe;
};

/** The path of a new file. The token is an unguessable UUID. */
export const attachmentPath = (realmId: RealmId, token: string, name: string): string =>
  `${realmId}/${token.slice(0, 2)}/${token}/${safeFileName(name)}`;

const attachmentLink =
  /\/user_uploads\/(?:download\/|thumbnail\/)?((?:[\p{L}\p{M}\p{N}_.%-]+\/)+[\p{L}\p{M}\p{N}_.%-]+)/gu;

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A regular expression would backtrack at each of many full stops in the middle. */
const withoutLastStops = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === ".") end -= 1;
  return path.slice(0, end);
};

/**
 * The paths of this realm's files in Markdown, relative or with any host. Whether the files exist, and
 * whether the writer may share them, is checked elsewhere.
 */
export const attachmentPathsIn = (content: string, realmId: RealmId): readonly string[] => {
  if (!content.includes("/user_uploads/")) return [];
  const found = [...content.matchAll(attachmentLink)].map(([, path = ""]) => unescaped(path));
  const paths = found.flatMap((path) => {
    const ofFile = path.split("/").slice(0, 4).join("/");
    // A full stop may end the sentence rather than the path.
    return [ofFile, withoutLastStops(ofFile)];
  });
  return [...new Set(paths)].filter((path) => isAttachmentPath(path) && path.startsWith(`${realmId}/`));
};

/** Whether the text has the form of a path; other texts name no file of this server. */
export const isAttachmentPath = (path: string): boolean =>
  /^[1-9]\d{0,9}\/[0-9a-f]{2}\/[0-9a-f-]{36}\/[\p{L}\p{M}\p{N}_.-]+$/u.test(path) && !/\/\.{1,2}$/.test(path);
