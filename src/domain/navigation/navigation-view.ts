import * as t from "io-ts";
import { entity, nullable } from "../codec/codec";

/** A view in a user's left sidebar, pinned or hidden in the menu. */
export interface NavigationView {
  /** The part of its URL after `#`. */
  readonly fragment: string;
  readonly isPinned: boolean;
  /** Null for built-in views, which clients name themselves. */
  readonly name: string | null;
}

export const navigationViewCodec = entity<NavigationView>({
  fragment: t.string,
  isPinned: t.boolean,
  name: nullable(t.string),
});

/** In code points. */
export const navigationViewLimits = { fragmentLength: 1000, nameLength: 100 } as const;

const builtIn: ReadonlySet<string> = new Set([
  "inbox",
  "recent",
  "feed",
  "drafts",
  "scheduled",
  "reminders",
  "narrow/is/starred",
  "narrow/is/mentioned",
  "narrow/is/dm",
  "narrow/has/reaction/sender/me",
]);

/** Whether the view is built into every client. */
export const isBuiltIn = (fragment: string): boolean => builtIn.has(fragment);
