import { lookup } from "mime-types";
import type { FileTypes } from "../../application/ports/files/file-types";

/** Types by file-type's signatures, and by the extensions that IANA lists. */
export const loadFileTypes = async (): Promise<FileTypes> => {
  // Published only as an ECMAScript module.
  const { fileTypeFromBuffer } = await import("file-type");
  return {
    sniff: async (head) => (await fileTypeFromBuffer(head))?.mime,
    ofName: (name) => lookup(name) || undefined,
  };
};
