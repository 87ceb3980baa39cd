const longestKey = 1024;
const longestPart = 255;

/** Refuses keys that could mean something to a file system or a store beside the name of a file. */
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
    throw new Error(`Not a file's key: ${JSON.stringify(key)}`);
  return key;
};

/** The same for the beginning of keys. */
export const checkPrefix = (prefix: string): string => {
  if (prefix !== "") checkKey(prefix.replace(/\/$/, ""));
  if (prefix !== "" && !prefix.endsWith("/")) throw new Error(`Not the beginning of keys: ${prefix}`);
  return prefix;
};
