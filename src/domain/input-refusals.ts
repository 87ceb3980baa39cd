import { badRequest, type RefusalIn } from "./refusal";

/** Problems with values of any noun. */
export type InputError = RefusalIn<typeof import("./input-refusals")>;

/** A text is over its limit, in code points. The name is the wire's, so each noun names its texts among its refusals. */
export const tooLong = (name: string, limit: number) =>
  badRequest("tooLong", `${name} is too long (limit: ${limit} characters)`);
export const invalidCharacters = (name: string) =>
  badRequest("invalidCharacters", `Invalid characters in ${name}!`);
export const descriptionTooLong = (limit: number) => tooLong("description", limit);
export const urlTemplateTooLong = (limit: number) => tooLong("url_template", limit);
export const invalidNameCharacters = invalidCharacters("name");
/** A setting is out of its bounds. */
export const invalidSettingValue = (name: string) =>
  badRequest("invalidSettingValue", `Invalid value for ${name}`);
/** A new order must name everything in the list exactly once. */
export const incompleteOrder = badRequest("incompleteOrder", "Invalid order mapping.");
