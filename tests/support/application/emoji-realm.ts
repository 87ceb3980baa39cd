import * as E from "fp-ts/Either";
import type { ImageEditor, OpenImage } from "../../../src/application/ports/pictures/image-editor";
import { memoryRealm } from "./memory-realm";

/** Pictures begin with "png:", and those with "gif:" are animated. */
const images: ImageEditor = {
  edit: async (_requester, source, work) => {
    const bytes = await source.read();
    const kind = Buffer.from(bytes).toString().slice(0, 3);
    if (kind !== "png" && kind !== "gif") return E.left("no-image");
    const still = kind === "gif" ? new Uint8Array([1]) : null;
    const opened = { emoji: async () => E.right({ image: bytes, extension: kind, still }) };
    return work(opened as unknown as OpenImage);
  },
};

/** A realm that takes such pictures for emoji. */
export const emojiRealm = () =>
  memoryRealm({ people: { ada: "administrator", ben: "member", cleo: "member", gina: "guest" } }, { images });

export const picture = Buffer.from("png:parrot");
