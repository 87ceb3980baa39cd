import { badRequest, type RefusalIn, refusal } from "./refusal";

/** What exceeds a limit: of a list, or of what one caller or the server can do at a time. */
export type LimitError = RefusalIn<typeof import("./limit-refusals")>;

// Lists of a user. `title` is the list's name.
export const tooManyInList = (title: string, most: number) =>
  badRequest("tooManyInList", `You can have at most ${most} ${title}.`);
export const listTooLarge = (title: string, bytes: number) =>
  badRequest("listTooLarge", `Your ${title} exceed the limit of ${bytes} bytes in total.`);

// Lists of a realm. `title` is the list's name.
export const realmListFull = (title: string, most: number) =>
  badRequest("realmListFull", `An organization can have at most ${most} ${title}.`);
export const personalShareUsed = (title: string, most: number) =>
  badRequest("personalShareUsed", `You can create at most ${most} ${title} in an organization.`);
export const tooManyADay = (title: string, most: number) =>
  badRequest("tooManyADay", `You can create at most ${most} ${title} in a day.`);

export const tooManyTries = (milliseconds: number) => ({
  ...refusal("tooManyTries", "RATE_LIMIT_HIT", "API usage exceeded rate limit"),
  retryAfterSeconds: milliseconds / 1000,
});
/** The server has no capacity for the request right now. */
export const serverBusy = {
  ...refusal("serverBusy", "SERVER_BUSY", "The server is busy right now. Try again soon."),
  retryAfterSeconds: 5,
};
