import type { Workings } from "../workings";
import { archiveChannel } from "./archive-channel";
import { changeSubscriptions } from "./change-subscriptions";
import { createChannel } from "./create-channel";
import { addDefaultChannel, removeDefaultChannel } from "./default-channels";
import { deleteTopic } from "./delete-topic";
import { fetchChannel } from "./fetch-channel";
import { findChannelAddress } from "./find-channel-address";
import { findChannelId } from "./find-channel-id";
import { listChannels } from "./list-channels";
import { isSubscribed, listSubscribers } from "./list-subscribers";
import { listSubscriptions } from "./list-subscriptions";
import { listPublicTopics, listTopics } from "./list-topics";
import { subscribe } from "./subscribe";
import { unsubscribe } from "./unsubscribe";
import { updateChannel } from "./update-channel";
import { updateSubscriptions } from "./update-subscriptions";

/** Channels, who is subscribed to them, and their topics. */
export const channelUseCases = (workings: Workings) => ({
  addDefault: addDefaultChannel(workings),
  archive: archiveChannel(workings),
  changeSubscriptions: changeSubscriptions(workings),
  create: createChannel(workings),
  deleteTopic: deleteTopic(workings),
  fetch: fetchChannel(workings),
  findAddress: findChannelAddress(workings),
  findId: findChannelId(workings),
  isSubscribed: isSubscribed(workings),
  list: listChannels(workings),
  listPublicTopics: listPublicTopics(workings),
  listSubscribers: listSubscribers(workings),
  listSubscriptions: listSubscriptions(workings),
  listTopics: listTopics(workings),
  removeDefault: removeDefaultChannel(workings),
  subscribe: subscribe(workings),
  unsubscribe: unsubscribe(workings),
  update: updateChannel(workings),
  updateSubscriptions: updateSubscriptions(workings),
});
