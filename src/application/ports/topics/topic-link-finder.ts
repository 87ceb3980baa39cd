import type { Linkifier } from "../../../domain/linkifiers/linkifier";
import type { TopicLink } from "../../../domain/topics/topic-link";

/** Finds the links in topics. */
export interface TopicLinkFinder {
  linksIn(realm: { readonly linkifiers: readonly Linkifier[] }, topic: string): readonly TopicLink[];
}
