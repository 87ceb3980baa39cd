import { badRequest, notFound } from "../errors";

export const noSuchNavigationView = notFound("Navigation view does not exist.");
export const navigationViewExists = badRequest("Navigation view already exists.");
export const builtInViewName = badRequest("Built-in views cannot have a custom name.");
export const customViewNameRequired = badRequest("Custom views must have a valid name.");
export const emptyNavigationViewUpdate = badRequest("Nothing to update for the navigation view.");
