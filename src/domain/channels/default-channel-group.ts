import * as t from "io-ts";
import { entity, listOf } from "../codec/codec";
import type { ChannelId } from "../ids";

/** A group of channels that new users can choose together when they join. */
export interface DefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly ChannelId[];
}

export const defaultChannelGroupCodec = entity<DefaultChannelGroup>({
  id: t.number,
  name: t.string,
  description: t.string,
  channelIds: listOf(t.number),
});

/** In Unicode code points. */
export const defaultChannelGroupLimits = { nameLength: 60, descriptionLength: 1024 } as const;
