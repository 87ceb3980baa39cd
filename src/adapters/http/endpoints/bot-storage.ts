import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { keepBotData, readBotData, removeBotData } from "../../../application/bots/keep-bot-data";
import { optional, required } from "../codecs/parameter";
import { json, upTo } from "../codecs/wire-type";
import { done, endpoint } from "../endpoint";

const keys = optional(json(t.array(t.string)));
const readBotStorageEndpoint = endpoint({
  method: "get",
  at: "/bot_storage",
  caller: "user",
  summary: "What the calling bot keeps, under some keys or all",
  path: {},
  params: { keys },
  response: { storage: { type: "object", additionalProperties: { type: "string" } } },
  use: readBotData,
  run: (readBotData, { caller }, given) =>
    map((values: ReadonlyMap<string, string>) => ({ storage: Object.fromEntries(values) }))(
      readBotData(caller, given.keys),
    ),
});

const updateBotStorageEndpoint = endpoint({
  method: "put",
  at: "/bot_storage",
  caller: "user",
  summary: "Keep texts by key for the calling bot",
  path: {},
  params: { storage: required(upTo(1_000_000, json(t.record(t.string, t.string)))) },
  response: {},
  use: keepBotData,
  run: (keepBotData, { caller }, { storage }) => done(keepBotData(caller, new Map(Object.entries(storage)))),
});

const removeBotStorageEndpoint = endpoint({
  method: "delete",
  at: "/bot_storage",
  caller: "user",
  summary: "Forget what the calling bot keeps, under some keys or all",
  path: {},
  params: { keys },
  response: {},
  use: removeBotData,
  run: (removeBotData, { caller }, given) => done(removeBotData(caller, given.keys)),
});

export const botStorageEndpoints = [
  readBotStorageEndpoint,
  updateBotStorageEndpoint,
  removeBotStorageEndpoint,
];
