import type { DefaultChannelGroup } from "../../../domain/default-channel-group";

export const encodeDefaultChannelGroup = ({ id, name, description, channelIds }: DefaultChannelGroup) => ({
  id,
  name,
  description,
  streams: channelIds,
});
