import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { optional, required } from "../codecs/parameter";
import { json, upTo } from "../codecs/wire-type";
import { done, endpoint } from "../endpoint";

const keys = optional(json(t.array(t.string)));
const readBotStorage = endpoint({
  method: "get",
  at: "/bot_storage",
  caller: "user",
  summary: "What the calling bot keeps, under some keys or all",
  path: {},
  params: { keys },
  response: { storage: { type: "object", additionalProperties: { type: "string" } } },
  run: (app, { caller }, given) =>
    map((values: ReadonlyMap<string, string>) => ({ storage: Object.fromEntries(values) }))(
      app.bots.readData(caller, given.keys),
    ),
});

const updateBotStorage = endpoint({
  method: "put",
  at: "/bot_storage",
  caller: "user",
  summary: "Keep texts by key for the calling bot",
  path: {},
  params: { storage: required(upTo(1_000_000, json(t.record(t.string, t.string)))) },
  response: {},
  run: (app, { caller }, { storage }) => done(app.bots.keepData(caller, new Map(Object.entries(storage)))),
});

const removeBotStorage = endpoint({
  method: "delete",
  at: "/bot_storage",
  caller: "user",
  summary: "Forget what the calling bot keeps, under some keys or all",
  path: {},
  params: { keys },
  response: {},
  run: (app, { caller }, given) => done(app.bots.removeData(caller, given.keys)),
});

export const botStorageEndpoints = [readBotStorage, updateBotStorage, removeBotStorage];
