import * as t from "io-ts";
import { entity, nullable } from "./codec";

/** A view that a user has in their left sidebar, pinned or not. */
export interface NavigationView {
  /** The part of its address behind `#`. */
  readonly fragment: string;
  readonly isPinned: boolean;
  /** Null for the views that every client has by a name of its own. */
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

/** Whether every client has the view, under a name of its own. */
export const isBuiltIn = (fragment: string): boolean => builtIn.has(fragment);
