import type { Workings } from "../workings";
import { attachSubmessage } from "./attach-submessage";
import { changeFlags } from "./change-flags";
import { changeFlagsInNarrow } from "./change-flags-in-narrow";
import { deleteMessage } from "./delete-message";
import { fetchHistory } from "./fetch-history";
import { fetchMessage } from "./fetch-message";
import { fetchMessages } from "./fetch-messages";
import { fetchPublicMessage, fetchPublicMessages } from "./fetch-public-messages";
import { listReaders } from "./list-readers";
import { markAllAsRead, markChannelAsRead } from "./mark-as-read";
import { matchNarrow } from "./match-narrow";
import { addReaction, removeReaction } from "./react";
import { renderMessage } from "./render-message";
import { reportMessage } from "./report-message";
import { rerenderMessages } from "./rerender-messages";
import { sendMessage } from "./send-message";
import { updateMessage } from "./update-message";

/** Messages, what is done to them, and finding them. */
export const messageUseCases = (workings: Workings) => ({
  addReaction: addReaction(workings),
  attachSubmessage: attachSubmessage(workings),
  changeFlags: changeFlags(workings),
  changeFlagsInNarrow: changeFlagsInNarrow(workings),
  delete: deleteMessage(workings),
  fetch: fetchMessages(workings),
  fetchHistory: fetchHistory(workings),
  fetchOne: fetchMessage(workings),
  fetchOnePublic: fetchPublicMessage(workings),
  fetchPublic: fetchPublicMessages(workings),
  listReaders: listReaders(workings),
  markAllAsRead: markAllAsRead(workings),
  markChannelAsRead: markChannelAsRead(workings),
  matchNarrow: matchNarrow(workings),
  removeReaction: removeReaction(workings),
  render: renderMessage(workings),
  report: reportMessage(workings),
  rerender: rerenderMessages(workings),
  send: sendMessage(workings),
  update: updateMessage(workings),
  /** Where topics lead, for whoever writes messages out. */
  topicLinks: workings.topicLinks,
});
