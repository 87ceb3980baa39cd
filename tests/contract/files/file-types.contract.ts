import type { FileTypes } from "../../../src/application/ports/files/file-types";

/** @param pngHead What the adapter takes for the first bytes of a PNG. */
export const fileTypesContract = (open: () => Promise<FileTypes>, pngHead: Uint8Array): void => {
  test("the first bytes of a picture determine its type; text and unknown bytes have none", async () => {
    const types = await open();
    expect(await types.sniff(pngHead)).toBe("image/png");
    for (const head of ["", "just text", "\u0001\u0002\u0003"])
      expect(await types.sniff(Buffer.from(head))).toBeUndefined();
  });

  test("the extension of a name determines its type; a name without one has none", async () => {
    const types = await open();
    expect([types.ofName("notes.txt"), types.ofName("notes")]).toEqual(["text/plain", undefined]);
  });
};
