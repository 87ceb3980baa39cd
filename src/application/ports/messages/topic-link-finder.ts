import type { TopicLink } from "../../../domain/channels/topic-link";
import type { Linkifier } from "../../../domain/realm/linkifier";

/** Finds the links in topics. */
export interface TopicLinkFinder {
  linksIn(realm: { readonly linkifiers: readonly Linkifier[] }, topic: string): readonly TopicLink[];
}
