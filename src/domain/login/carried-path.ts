/**
 * Characters that a path takes in a query. Answers have short heads: a proxy refuses those with longer ones than its buffer, of 4 KiB in
 * nginx, and takes the server for broken.
 */
const longest = 1000;

/** Whether a redirect can carry the path in its query, to lead there afterwards. */
export const isCarried = (path: string): boolean => encodeURIComponent(path.toWellFormed()).length <= longest;
