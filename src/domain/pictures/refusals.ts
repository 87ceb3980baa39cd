import { badRequest, type RefusalIn, refusal } from "../refusal";

export const avatarChangesDisabled = badRequest(
  "avatarChangesDisabled",
  "Avatar changes are disabled in this organization.",
);
export const pictureMissing = (what: "avatar" | "icon" | "logo") =>
  badRequest("pictureMissing", `You must upload exactly one ${what}.`);

export type PictureError = RefusalIn<typeof import("./refusals")>;

const badImage = <const Tag extends string>(tag: Tag, message: string) => refusal(tag, "BAD_IMAGE", message);
export const notAnImage = badImage("notAnImage", "Could not decode image; did you upload an image file?");
export const imageTooLarge = badImage("imageTooLarge", "Image size exceeds limit.");
export const imageDamaged = badImage("imageDamaged", "Image is corrupted or truncated");
