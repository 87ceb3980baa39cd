/** The name of the empty topic for clients that don't support it. API §4.1. */
export const emptyTopicName = "general chat";

/** The topic's name for a client. */
export const topicName = (topic: string, allowEmptyTopic: boolean): string =>
  topic === "" && !allowEmptyTopic ? emptyTopicName : topic;
