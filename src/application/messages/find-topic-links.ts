import type { TopicLinks } from "./topic-links";

/** Where topics lead, for whoever writes messages out. */
export const findTopicLinks = ({ topicLinks }: { readonly topicLinks: TopicLinks }): Pick<TopicLinks, "of"> =>
  topicLinks;
