/** Amounts of data in bytes. */
export const bytesIn = { kibibyte: 1024, mebibyte: 1024 * 1024 } as const;
