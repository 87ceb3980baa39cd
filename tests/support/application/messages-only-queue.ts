import type { QueueRequest } from "../../../src/application/events/register-queue";

/** A queue of messages that fetches nothing else. */
export const messagesOnly: QueueRequest = {
  categories: ["message"],
  allPublicChannels: false,
  presentation: {},
  idleTimeout: undefined,
  narrow: [],
  withChannels: false,
  fetch: {
    messages: false,
    unread: false,
    starred: false,
    directs: false,
    drafts: false,
    snippets: false,
    scheduled: false,
    reminders: false,
    navigationViews: false,
    seenSteps: false,
    topics: false,
    callProviders: false,
  },
};
