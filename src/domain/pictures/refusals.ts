import { type ApiError, badRequest } from "../errors";

export const avatarChangesDisabled = badRequest("Avatar changes are disabled in this organization.");
export const pictureMissing = (what: "avatar" | "icon" | "logo") =>
  badRequest(`You must upload exactly one ${what}.`);

const badImage = (message: string) => ({ code: "BAD_IMAGE", message }) as const satisfies ApiError;
export const notAnImage = badImage("Could not decode image; did you upload an image file?");
export const imageTooLarge = badImage("Image size exceeds limit.");
export const imageDamaged = badImage("Image is corrupted or truncated");
