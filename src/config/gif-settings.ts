import { optional } from "./setting";
import { text } from "./setting-values";

/** GIF services of clients, which call them directly with these keys and the organization's rating. */
export const gifSettings = {
  giphyKey: optional("PARLEY_GIPHY_KEY", text, "A key for GIPHY's API; clients receive it to find GIFs"),
  tenorKey: optional("PARLEY_TENOR_KEY", text, "A key for Tenor's API; clients receive it to find GIFs"),
  klipyKey: optional("PARLEY_KLIPY_KEY", text, "A key for KLIPY's API; clients receive it to find GIFs"),
};
