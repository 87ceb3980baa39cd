const longestKey = 1024;
const longestPart = 255;

/** Refuses keys that a file system or a store could take for anything but a file's name. */
export const checkKey = (key: string): string => {
  const parts = key.split("/");
  const isSafe = parts.every(
    (part) =>
      /^[\p{L}\p{M}\p{N}_.-]+$/u.test(part) &&
      part !== "." &&
      part !== ".." &&
      Buffer.byteLength(part) <= longestPart,
  );
  if (!isSafe || Buffer.byteLength(key) > longestKey)
    throw new Error(`Not a valid file key: ${JSON.stringify(key)}`);
  return key;
};

/** Checks a prefix of keys. It may be empty, and otherwise ends with a slash. */
export const checkPrefix = (prefix: string): string => {
  if (prefix !== "") checkKey(prefix.replace(/\/$/, ""));
  if (prefix !== "" && !prefix.endsWith("/")) throw new Error(`Not a valid key prefix: ${prefix}`);
  return prefix;
};
