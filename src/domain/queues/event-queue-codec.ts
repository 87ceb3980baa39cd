import * as t from "io-ts";
import { dictionary, entity, listOf, nullable, oneOf } from "../codec/codec";
import { eventCategories } from "../events/event";
import { userIdCodec } from "../ids";
import { narrowCodec } from "../narrow/narrow-codec";
import type { EventQueue } from "./event-queue";

export const eventQueueCodec = entity<EventQueue>({
  id: t.string,
  userId: userIdCodec,
  categories: nullable(listOf(oneOf(...eventCategories))),
  narrow: narrowCodec,
  allPublicChannels: t.boolean,
  presentation: dictionary(t.unknown),
  startsAfter: t.number,
  acknowledged: t.number,
  lastSeenAt: t.number,
  idleTimeoutSeconds: t.number,
  heardRunOf: nullable(t.number),
  heardWebBuild: nullable(t.string),
});
