import type { AnyEndpoint } from "../endpoint";
import { createBot, deactivateBot, fetchBotKey, listBots, regenerateBotKey, updateBot } from "./bots";
import { createFolder, listFolders, reorderFolders, updateFolder } from "./channel-folders";
import {
  addDefaultChannel,
  archiveChannel,
  createChannel,
  fetchChannel,
  findChannelAddress,
  findChannelId,
  isSubscribed,
  listChannels,
  listSubscribers,
  removeDefaultChannel,
  updateChannel,
} from "./channels";
import { addDomain, changeDomain, listDomains, removeDomain } from "./domains";
import { deleteQueue, fetchEvents, registerQueue } from "./events";
import {
  createGroup,
  deactivateGroup,
  isGroupMember,
  listGroupMembers,
  listGroups,
  listSubgroups,
  updateGroup,
  updateGroupMembers,
  updateSubgroups,
} from "./groups";
import { fetchApiKey, fetchDevelopmentApiKey, listDevelopmentUsers } from "./login";
import { changeFlags, fetchMessage, fetchMessages, sendMessage } from "./messages";
import {
  addAlertWords,
  listAlertWords,
  muteUser,
  regenerateApiKey,
  removeAlertWords,
  unmuteUser,
} from "./own-account";
import { fetchPresence, fetchPresenceByEmail, listPresence, reportPresence } from "./presence";
import {
  addProfileField,
  changeOwnProfile,
  clearOwnProfile,
  listProfileFields,
  removeProfileField,
  reorderProfileFields,
  updateProfileField,
} from "./profile-fields";
import { updateRealm, updateUserDefaults } from "./realm";
import { fetchServerSettings } from "./server";
import { settingsEndpoints } from "./settings";
import { fetchStatus, setOwnStatus, setStatus } from "./status";
import {
  changeSubscription,
  changeSubscriptions,
  listSubscriptions,
  subscribe,
  unsubscribe,
  updateSubscriptions,
} from "./subscriptions";
import { deleteTopic, listTopics } from "./topics";
import { signalEditing, signalTyping } from "./typing";
import {
  createUser,
  deactivateSelf,
  deactivateUser,
  fetchOwnUser,
  fetchUser,
  fetchUserByEmail,
  listUsers,
  reactivateUser,
  updateUser,
  updateUserByEmail,
} from "./users";

/**
 * Every endpoint of the server, the busiest first: routes are tried in order. Development adds ways in that
 * must exist nowhere else.
 */
export const allEndpoints = (isDevelopment: boolean): readonly AnyEndpoint[] => [
  sendMessage,
  fetchEvents,
  reportPresence,
  fetchMessages,
  changeFlags,
  fetchMessage,
  signalTyping,
  signalEditing,
  registerQueue,
  deleteQueue,
  fetchServerSettings,
  fetchApiKey(),
  ...(isDevelopment ? [fetchDevelopmentApiKey, listDevelopmentUsers] : []),
  listUsers,
  createUser,
  fetchOwnUser,
  listSubscriptions,
  subscribe,
  unsubscribe,
  updateSubscriptions,
  changeSubscriptions,
  ...changeSubscription,
  isSubscribed,
  listTopics,
  deleteTopic,
  fetchUser,
  fetchUserByEmail,
  updateUser,
  updateUserByEmail,
  deactivateUser,
  deactivateSelf,
  reactivateUser,
  ...settingsEndpoints,
  regenerateApiKey,
  listAlertWords,
  addAlertWords,
  removeAlertWords,
  muteUser,
  unmuteUser,
  setOwnStatus,
  setStatus,
  fetchStatus,
  listPresence,
  fetchPresence,
  fetchPresenceByEmail,
  listBots,
  createBot,
  updateBot,
  deactivateBot,
  fetchBotKey,
  regenerateBotKey,
  updateRealm,
  updateUserDefaults,
  listDomains,
  addDomain,
  changeDomain,
  removeDomain,
  listProfileFields,
  addProfileField,
  updateProfileField,
  removeProfileField,
  reorderProfileFields,
  changeOwnProfile,
  clearOwnProfile,
  listChannels,
  fetchChannel,
  findChannelId,
  createChannel,
  updateChannel,
  archiveChannel,
  listSubscribers,
  findChannelAddress,
  addDefaultChannel,
  removeDefaultChannel,
  listFolders,
  createFolder,
  updateFolder,
  reorderFolders,
  listGroups,
  createGroup,
  updateGroup,
  deactivateGroup,
  listGroupMembers,
  updateGroupMembers,
  isGroupMember,
  listSubgroups,
  updateSubgroups,
];
