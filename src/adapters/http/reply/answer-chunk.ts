/** Characters of a text that is written as bytes: short ones cost less as they are. */
const longText = 16 * 1024;

/**
 * The chunk of an answer to write. Long texts become bytes: what clients leave unread is limited in bytes, and Node counts a text's
 * characters, which may take three bytes each.
 */
export const answerChunk = (text: string | Uint8Array): string | Uint8Array =>
  typeof text === "string" && text.length > longText ? Buffer.from(text) : text;
