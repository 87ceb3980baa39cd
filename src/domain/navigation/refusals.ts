import { tooLong } from "../input-refusals";
import { badRequest, notFound, type RefusalIn } from "../refusal";

export type NavigationViewError = RefusalIn<typeof import("./refusals")>;

export const noSuchNavigationView = notFound("noSuchNavigationView", "Navigation view does not exist.");
export const navigationViewExists = badRequest("navigationViewExists", "Navigation view already exists.");
export const builtInViewName = badRequest("builtInViewName", "Built-in views cannot have a custom name.");
export const customViewNameRequired = badRequest(
  "customViewNameRequired",
  "Custom views must have a valid name.",
);
export const emptyNavigationViewUpdate = badRequest(
  "emptyNavigationViewUpdate",
  "Nothing to update for the navigation view.",
);
export const fragmentTooLong = (limit: number) => tooLong("fragment", limit);
export const navigationViewNameTooLong = (limit: number) => tooLong("name", limit);
