import type { TopicLinkFinder } from "../ports/topics/topic-link-finder";

/** The links in topics, for encoders of messages. */
export const findTopicLinks = ({ topicLinks }: { readonly topicLinks: TopicLinkFinder }): TopicLinkFinder =>
  topicLinks;
