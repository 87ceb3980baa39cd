import * as t from "io-ts";
import { entity, listOf } from "./codec";

/** Channels that people may choose together when they join. */
export interface DefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly number[];
}

export const defaultChannelGroupCodec = entity<DefaultChannelGroup>({
  id: t.number,
  name: t.string,
  description: t.string,
  channelIds: listOf(t.number),
});

/** In Unicode code points. */
export const defaultChannelGroupLimits = { nameLength: 60, descriptionLength: 1024 } as const;
