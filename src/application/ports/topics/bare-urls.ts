import type { PlacedLink } from "../../../domain/topics/topic-link";

/** Finds URLs in plain text. */
export interface BareUrls {
  /** From left to right; a URL without a scheme links to https. */
  find(text: string): readonly PlacedLink[];
}
