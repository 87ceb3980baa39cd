import { lookup } from "mime-types";
import type { FileTypes } from "../../application/ports/file-types";

/** Types by file-type's signatures, and by the names that the IANA knows. */
export const loadFileTypes = async (): Promise<FileTypes> => {
  // Published as an ECMAScript module only.
  const { fileTypeFromBuffer } = await import("file-type");
  return {
    sniff: async (head) => (await fileTypeFromBuffer(head))?.mime,
    ofName: (name) => lookup(name) || undefined,
  };
};
