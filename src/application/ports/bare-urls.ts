import type { PlacedLink } from "../../domain/topic-link";

/** Finds URLs in plain text. */
export interface BareUrls {
  /** From left to right; what has no scheme leads to https. */
  find(text: string): readonly PlacedLink[];
}
