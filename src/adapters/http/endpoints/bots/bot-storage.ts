import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { readBotData } from "../../../../application/bots/read-bot-data";
import { removeBotData } from "../../../../application/bots/remove-bot-data";
import { writeBotData } from "../../../../application/bots/write-bot-data";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { json, upTo } from "../../../zulip-wire/codecs/wire-type";
import { done, endpoint } from "../../declaration/endpoint";

const keys = optional(json(t.array(t.string)));
const readBotStorageEndpoint = endpoint({
  method: "get",
  at: "/bot_storage",
  caller: "user",
  summary: "Get values that the calling bot stored, by key or all of them",
  path: {},
  params: { keys },
  response: { storage: { type: "object", additionalProperties: { type: "string" } } },
  use: readBotData,
  run: (readBotData, { caller }, input) =>
    pipe(
      readBotData(caller, input.keys),
      TE.map((values) => ({ storage: Object.fromEntries(values) })),
    ),
});

const updateBotStorageEndpoint = endpoint({
  method: "put",
  at: "/bot_storage",
  caller: "user",
  summary: "Store texts by key for the calling bot",
  path: {},
  params: { storage: required(upTo(1_000_000, json(t.record(t.string, t.string)))) },
  response: {},
  use: writeBotData,
  run: (writeBotData, { caller }, { storage }) =>
    done(writeBotData(caller, new Map(Object.entries(storage)))),
});

const removeBotStorageEndpoint = endpoint({
  method: "delete",
  at: "/bot_storage",
  caller: "user",
  summary: "Delete values that the calling bot stored, by key or all of them",
  path: {},
  params: { keys },
  response: {},
  use: removeBotData,
  run: (removeBotData, { caller }, input) => done(removeBotData(caller, input.keys)),
});

export const botStorageEndpoints = [
  readBotStorageEndpoint,
  updateBotStorageEndpoint,
  removeBotStorageEndpoint,
];
