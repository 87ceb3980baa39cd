import * as E from "fp-ts/Either";
import { type ImageEditor, imageOf } from "../../../src/application/ports/pictures/image-editor";

export const imageEditorContract = (editor: ImageEditor): void => {
  test("bytes that aren't an image are refused before any work is done on them", async () => {
    const work = jest.fn(async () => E.right(undefined));
    for (const bytes of ["", "just text", "<svg xmlns='http://www.w3.org/2000/svg'/>"]) {
      const outcome = await editor.edit({ realm: "1", user: "2" }, imageOf(Buffer.from(bytes)), work);
      expect(outcome).toEqual(E.left("no-image"));
    }
    expect(work).not.toHaveBeenCalled();
  });
};
