import type { ChannelFolder } from "../../../domain/channel-folders/channel-folder";
import type { Encoded } from "./encoded";

/** A channel folder; `order` counts from 0. API §2.4. */
export const encodeChannelFolder = (
  folder: ChannelFolder,
  index: number,
): Encoded<ChannelFolder, "createdAt"> => ({
  id: folder.id,
  name: folder.name,
  description: folder.description,
  rendered_description: folder.renderedDescription,
  creator_id: folder.creatorId,
  date_created: Math.floor(folder.createdAt / 1000),
  is_archived: folder.isArchived,
  order: index,
});
