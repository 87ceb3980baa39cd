import type { DefaultChannelGroup } from "../../../domain/channels/default-channel-group";
import type { Encoded } from "./encoded";

export const encodeDefaultChannelGroup = ({
  id,
  name,
  description,
  channelIds,
}: DefaultChannelGroup): Encoded<DefaultChannelGroup, "channelIds"> => ({
  id,
  name,
  description,
  streams: channelIds,
});
