import type { KnownUpload } from "../../../application/ports/messages/message-renderer";
import { attributesOf } from "../rendering/html";

const loading = "/static/images/loading/loader-black.svg";
const prefix = "/user_uploads/";

/** The path of the uploaded file that a link points to; undefined for other links. */
export const uploadPath = (url: string, realmUrl: string): string | undefined => {
  const local = realmUrl !== "" && url.startsWith(`${realmUrl}/`) ? url.slice(realmUrl.length) : url;
  const rooted = local.startsWith("user_uploads/") ? `/${local}` : local;
  if (!rooted.startsWith(prefix)) return undefined;
  return rooted.slice(prefix.length).split(/[?#]/)[0];
};

type ImageInfo = NonNullable<KnownUpload["image"]>;
type Attributes = readonly (readonly [string, string])[];

/** Attributes that describe the original image, whether or not a thumbnail exists yet. */
const originalAttributes = ({ contentType }: KnownUpload, image: ImageInfo): Attributes => [
  ["data-original-content-type", contentType],
  ["data-original-dimensions", `${image.width}x${image.height}`],
  ...(image.thumbnail !== undefined && image.isAnimated ? [["data-animated", "true"] as const] : []),
  ...(image.thumbnail !== undefined && image.transcoded !== undefined
    ? [["data-transcoded-image", image.transcoded] as const]
    : []),
];

const thumbnailUrl = ({ path }: KnownUpload, { thumbnail }: ImageInfo): string =>
  thumbnail === undefined ? loading : `${prefix}thumbnail/${path}/${thumbnail}`;

/** The preview of an uploaded image below the text. */
export const previewImage = (upload: KnownUpload, image: ImageInfo): string => {
  const classes: Attributes = image.thumbnail === undefined ? [["class", "image-loading-placeholder"]] : [];
  return `<img${attributesOf([...classes, ...originalAttributes(upload, image), ["src", thumbnailUrl(upload, image)]])}>`;
};

/** An uploaded image within the text. Its class comes first, because searches for images look for it. */
export const inlineImage = (upload: KnownUpload, image: ImageInfo, description: string): string => {
  const classes = image.thumbnail === undefined ? "inline-image image-loading-placeholder" : "inline-image";
  const others = attributesOf([
    ["alt", description],
    ...originalAttributes(upload, image),
    ["data-original-src", `${prefix}${upload.path}`],
    ["src", thumbnailUrl(upload, image)],
  ]);
  return `<img class="${classes}"${others}>`;
};

const sounds: ReadonlySet<string> = new Set([
  "audio/aac",
  "audio/flac",
  "audio/mpeg",
  "audio/wav",
  "audio/x-wav",
  "audio/vnd.wave",
]);

/** The attributes of a player for an uploaded audio file; undefined for other files. */
export const inlineAudio = ({ path, contentType }: KnownUpload, title: string): Attributes | undefined =>
  sounds.has(contentType)
    ? [
        ["preload", "metadata"],
        ["src", `${prefix}${path}`],
        ["title", title],
      ]
    : undefined;
