import type { Workings } from "../workings";
import { fetchBotKey, regenerateBotKey } from "./bot-key";
import { createBot } from "./create-bot";
import { deactivateBot } from "./deactivate-bot";
import { keepBotData, readBotData, removeBotData } from "./keep-bot-data";
import { listBots } from "./list-bots";
import { updateBot } from "./update-bot";

/** Bots, their keys and what they keep. */
export const botUseCases = (workings: Workings) => ({
  create: createBot(workings),
  deactivate: deactivateBot(workings),
  fetchKey: fetchBotKey(workings),
  keepData: keepBotData(workings),
  list: listBots(workings),
  readData: readBotData(workings),
  regenerateKey: regenerateBotKey(workings),
  removeData: removeBotData(workings),
  update: updateBot(workings),
  webhookTokenOf: workings.apiKeys.webhookTokenOf,
});
