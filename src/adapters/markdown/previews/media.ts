import type { KnownUpload } from "../../../application/ports/message-renderer";
import { attributesOf } from "../html";

const loading = "/static/images/loading/loader-black.svg";
const prefix = "/user_uploads/";

/** The path of an uploaded file that a link names; undefined where it is none of the realm's. */
export const uploadPath = (url: string, realmUrl: string): string | undefined => {
  const local = realmUrl !== "" && url.startsWith(`${realmUrl}/`) ? url.slice(realmUrl.length) : url;
  const rooted = local.startsWith("user_uploads/") ? `/${local}` : local;
  if (!rooted.startsWith(prefix)) return undefined;
  return rooted.slice(prefix.length).split(/[?#]/)[0];
};

type ImageFacts = NonNullable<KnownUpload["image"]>;
type Attributes = readonly (readonly [string, string])[];

/** What tells clients of the original, whether there is a thumbnail yet or not. */
const facts = ({ contentType }: KnownUpload, image: ImageFacts): Attributes => [
  ["data-original-content-type", contentType],
  ["data-original-dimensions", `${image.width}x${image.height}`],
  ...(image.thumbnail !== undefined && image.isAnimated ? [["data-animated", "true"] as const] : []),
  ...(image.thumbnail !== undefined && image.transcoded !== undefined
    ? [["data-transcoded-image", image.transcoded] as const]
    : []),
];

const thumbnailUrl = ({ path }: KnownUpload, { thumbnail }: ImageFacts): string =>
  thumbnail === undefined ? loading : `${prefix}thumbnail/${path}/${thumbnail}`;

/** The picture of an uploaded image below the text. */
export const previewImage = (upload: KnownUpload, image: ImageFacts): string => {
  const classes: Attributes = image.thumbnail === undefined ? [["class", "image-loading-placeholder"]] : [];
  return `<img${attributesOf([...classes, ...facts(upload, image), ["src", thumbnailUrl(upload, image)]])}>`;
};

/** An uploaded image where the text has it. Its class comes first: searches for images look for it. */
export const inlineImage = (upload: KnownUpload, image: ImageFacts, description: string): string => {
  const classes = image.thumbnail === undefined ? "inline-image image-loading-placeholder" : "inline-image";
  const others = attributesOf([
    ["alt", description],
    ...facts(upload, image),
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

/** What the player of an uploaded sound needs; undefined for other files. */
export const inlineAudio = ({ path, contentType }: KnownUpload, title: string): Attributes | undefined =>
  sounds.has(contentType)
    ? [
        ["preload", "metadata"],
        ["src", `${prefix}${path}`],
        ["title", title],
      ]
    : undefined;
