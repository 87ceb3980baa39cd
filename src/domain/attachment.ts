import * as t from "io-ts";
import { entity, listOf, nullable } from "./codec";

/** A file that somebody uploaded. Only they may read it until a message shares it. API §4.24. */
export interface Attachment {
  readonly id: number;
  /** What is behind `/user_uploads/` in its address: `{realm}/{shard}/{token}/{safe name}`. */
  readonly path: string;
  /** As its uploader called it. */
  readonly name: string;
  readonly ownerId: number;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Unix milliseconds. */
  readonly uploadedAt: number;
  /** Null for what is no image that can be shown small. */
  readonly image: ImageFacts | null;
}

/** What is known of an image without looking at its pixels. */
export interface ImageFacts {
  /** As it is seen, turned the way that the camera was held. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/** A message that shares a file. */
export interface SharingMessage {
  readonly id: number;
  /** Unix seconds. */
  readonly sentAt: number;
}

/** A file with the messages that share it. */
export interface SharedAttachment extends Attachment {
  /** Ascending; deleted messages are not among them, nor those that the uploader may not read. */
  readonly messages: readonly SharingMessage[];
}

const sharingMessageCodec = entity<SharingMessage>({ id: t.number, sentAt: t.number });

export const attachmentCodec = entity<Attachment>({
  id: t.number,
  path: t.string,
  name: t.string,
  ownerId: t.number,
  size: t.number,
  contentType: t.string,
  uploadedAt: t.number,
  image: nullable(entity<ImageFacts>({ width: t.number, height: t.number, isAnimated: t.boolean })),
});

export const sharedAttachmentCodec = entity<SharedAttachment>({
  ...attachmentCodec.fields,
  messages: listOf(sharingMessageCodec),
});

/** A change of what a user has uploaded: only their own clients hear of it. */
export type AttachmentEvent =
  | {
      readonly type: "attachment_added";
      readonly userId: number;
      readonly attachment: Attachment;
      readonly spaceUsed: number;
    }
  | {
      readonly type: "attachment_sharing_changed";
      /** The uploader, whoever shares it. */
      readonly userId: number;
      readonly op: "add" | "remove";
      readonly messageId: number;
      /** As it is after the change. */
      readonly attachment: SharedAttachment;
      readonly spaceUsed: number;
      /** Set where the uploader may not read the message: they learn nothing of it. */
      readonly isHidden?: true;
    }
  | {
      readonly type: "attachment_removed";
      readonly userId: number;
      readonly attachmentId: number;
      readonly size: number;
      readonly spaceUsed: number;
    };

/** Bytes that a file's name has at most, as file systems have it. */
const longestName = 255;
const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** The longest beginning of a text within so many bytes, in whole characters. */
const beginning = (text: string, bytes: number): string => {
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += bytesIn(character);
    if (used > bytes) break;
    kept += character;
  }
  return kept;
};

const shortened = (name: string): string => {
  if (bytesIn(name) <= longestName) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && bytesIn(name.slice(dot)) < longestName ? name.slice(dot) : "";
  const stem = extension === "" ? name : name.slice(0, dot);
  return beginning(stem, longestName - bytesIn(extension)) + extension;
};

/**
 * A name that is safe in a file system, a store and an address: letters, marks and digits of every script,
 * and `. - _`.
 */
export const safeFileName = (name: string): string => {
  const letters = name
    .toWellFormed()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, "")
    .trim()
    .replace(/[-\s]+/g, "-");
  const safe = shortened(letters);
  return ["", ".", ".."].includes(safe) ? "uploaded-file" : safe;
};

/** The path of a new file; the token is a UUID, which nobody guesses. */
export const attachmentPath = (realmId: number, token: string, name: string): string =>
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

/**
 * Paths of this realm's files that Markdown may link to, relative or with any host: whether there are such files,
 * and whether the writer may share them, is another question.
 */
export const attachmentPathsIn = (content: string, realmId: number): readonly string[] => {
  const found = [...content.matchAll(attachmentLink)].map(([, path = ""]) => unescaped(path));
  const paths = found.flatMap((path) => {
    const ofFile = path.split("/").slice(0, 4).join("/");
    // A full stop may be the sentence's.
    return [ofFile, ofFile.replace(/\.+$/, "")];
  });
  return [...new Set(paths)].filter((path) => isAttachmentPath(path) && path.startsWith(`${realmId}/`));
};

/** Whether text has the form of a path: what hasn't is no file of ours. */
export const isAttachmentPath = (path: string): boolean =>
  /^[1-9]\d{0,9}\/[0-9a-f]{2}\/[0-9a-f-]{36}\/[\p{L}\p{M}\p{N}_.-]+$/u.test(path) && !/\/\.{1,2}$/.test(path);
