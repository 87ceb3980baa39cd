import { optional } from "./setting";
import { text } from "./setting-values";

/** Services that clients find GIFs with. They ask there themselves, with these keys and the organization's rating. */
export const gifSettings = {
  giphyKey: optional(
    "PARLEY_GIPHY_KEY",
    text,
    "A key for GIPHY's API, by which clients find GIFs; they are told it",
  ),
  tenorKey: optional("PARLEY_TENOR_KEY", text, "The same for Tenor's"),
  klipyKey: optional("PARLEY_KLIPY_KEY", text, "The same for KLIPY's"),
};
