import * as t from "io-ts";
import { entity, listOf } from "../codec/codec";
import {
  type ChannelId,
  channelIdCodec,
  type DefaultChannelGroupId,
  defaultChannelGroupIdCodec,
} from "../ids";

/** A group of channels that new users can choose together when they join. */
export interface DefaultChannelGroup {
  readonly id: DefaultChannelGroupId;
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly ChannelId[];
}

export const defaultChannelGroupCodec = entity<DefaultChannelGroup>({
  id: defaultChannelGroupIdCodec,
  name: t.string,
  description: t.string,
  channelIds: listOf(channelIdCodec),
});

/** In Unicode code points. */
export const defaultChannelGroupLimits = { nameLength: 60, descriptionLength: 1024 } as const;
