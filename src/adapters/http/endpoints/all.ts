import type { AnyEndpoint } from "../endpoint";
import { findChannelId, listChannels } from "./channels";
import { deleteQueue, fetchEvents, registerQueue } from "./events";
import { fetchApiKey, fetchDevelopmentApiKey, listDevelopmentUsers } from "./login";
import { changeFlags, fetchMessage, fetchMessages, sendMessage } from "./messages";
import { fetchServerSettings } from "./server";
import { listSubscriptions, subscribe, unsubscribe } from "./subscriptions";
import { createUser, fetchOwnUser, fetchUser, fetchUserByEmail, listUsers } from "./users";

/**
 * Every endpoint of the server, the busiest first: routes are tried in order. Development adds ways in that
 * must exist nowhere else.
 */
export const allEndpoints = (isDevelopment: boolean): readonly AnyEndpoint[] => [
  sendMessage,
  fetchEvents,
  fetchMessages,
  changeFlags,
  fetchMessage,
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
  fetchUser,
  fetchUserByEmail,
  listChannels,
  findChannelId,
];
