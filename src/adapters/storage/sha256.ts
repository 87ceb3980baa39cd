import { createHash } from "node:crypto";
import type { Checksum } from "../../application/ports/files/checksum";

/** SHA-256 in hexadecimal. */
export const sha256: Checksum = {
  begin: () => {
    const hash = createHash("sha256");
    return {
      over: async function* (content) {
        for await (const piece of content) {
          hash.update(piece);
          yield piece;
        }
      },
      sum: () => hash.digest("hex"),
    };
  },
};
